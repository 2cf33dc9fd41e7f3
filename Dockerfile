# The full image has a compiler: the database driver is built here when no ready-made one fits this Node.
FROM node:24-bookworm AS build
WORKDIR /build
COPY . .
RUN node scripts/build.mjs && node scripts/make-image.mjs /image

FROM node:24-bookworm-slim
WORKDIR /app
# A volume takes over the owner of the folder that it covers.
RUN install -d -o node -g node -m 700 /data /secrets /secrets/database /secrets/server \
 && install -d -o node -g node /workspace
COPY --from=build /image ./
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    COUNTERSIGN_CONTAINER_HOST=host.docker.internal \
    PORT=3000 \
    DATA_DIR=/data \
    WORKSPACE_DIR=/workspace \
    LOG_FORMAT=json \
    npm_config_cache=/tmp/npm \
    npm_config_update_notifier=false
USER node
VOLUME ["/data", "/workspace"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT || 3000}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/serve.mjs"]
