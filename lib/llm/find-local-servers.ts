import { listModels } from './list-models';

export type LocalServer = { product: string; baseUrl: string; models: string[] };

/** Where these products listen unless told otherwise. */
export const LOCAL_PRODUCTS: readonly { product: string; port: number }[] = [
  { product: 'Ollama', port: 11434 },
  { product: 'LM Studio', port: 1234 },
  { product: 'vLLM', port: 8000 },
  { product: 'llama.cpp', port: 8080 },
];

/** Model servers on this machine: asks the usual loopback ports for their models, all at once, for one second. */
export async function findLocalServers(products = LOCAL_PRODUCTS, timeoutMs = 1_000): Promise<LocalServer[]> {
  const found = await Promise.all(
    products.map(async ({ product, port }) => {
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const listed = await listModels({ baseUrl, apiKey: null }, { timeoutMs });
      return listed.ok ? { product, baseUrl, models: listed.models } : null;
    }),
  );
  return found.filter((server) => server !== null);
}
