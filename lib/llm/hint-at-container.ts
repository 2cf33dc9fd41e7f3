import type { ModelError } from '../models/model.port';
import type { ModelServer, ServerProvider } from '../models/provider.port';
import { isLoopbackName } from '../network/loopback-names';

/** Returns the provider, with a hint for a person who looks for a server of the machine in its container. */
export function withContainerHint(provider: ServerProvider, containerHost: string | null): ServerProvider {
  return {
    ...provider,
    async listOfferedModels(server, options) {
      const listed = await provider.listOfferedModels(server, options);
      return listed.ok ? listed : { ...listed, ...hintAtContainer(listed, server, containerHost) };
    },
  };
}

/**
 * In a container, `localhost` is the container itself, which few people think of. Adds the address of the
 * machine to a failure that comes from it.
 */
export function hintAtContainer(
  failure: ModelError,
  { baseUrl }: ModelServer,
  containerHost: string | null,
): Pick<ModelError, 'message'> {
  const { message, code } = failure;
  if (containerHost === null || code !== 'unreachable' || !URL.canParse(baseUrl)) return { message };
  const address = new URL(baseUrl);
  if (!isLoopbackName(address.hostname)) return { message };
  address.hostname = containerHost;
  return {
    message: `${message} Countersign runs in a container, where ${new URL(baseUrl).hostname} is the container itself. A server of your machine is at ${address.href}.`,
  };
}
