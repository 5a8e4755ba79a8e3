# besom with a C compiler, for systems that run containers: docker build -t besom . ; docker run --rm -v "$PWD:/src" besom check a.c
FROM rust:1-slim-bookworm AS build
WORKDIR /besom
COPY . .
RUN cargo build --release -p cli

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY --from=build /besom/target/release/besom /usr/local/bin/besom
WORKDIR /src
ENTRYPOINT ["besom"]
CMD ["--help"]
