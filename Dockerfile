# besom with a C compiler, for systems that run containers: docker build -t besom . ; docker run --rm -v "$PWD:/src" besom check a.c
FROM rust:1-slim-bookworm AS build
# `smoke` is built faster, and is slower.
ARG PROFILE=release
WORKDIR /besom
COPY . .
RUN cargo build --locked --profile "$PROFILE" -p besom && cp "target/$PROFILE/besom" /usr/local/bin/besom

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/local/bin/besom /usr/local/bin/besom
WORKDIR /src
ENTRYPOINT ["besom"]
CMD ["--help"]
