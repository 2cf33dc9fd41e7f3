/** Traces go to this collector. `url` has no credentials, and the values of `headers` are secrets. */
export type CollectorSettings = { url: string; headers: Record<string, string>; serviceName: string };

type Variables = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  OTEL_SERVICE_NAME?: string | undefined;
};

/** Returns null without an address, and a sentence about a value that cannot be used. It repeats no secret. */
export function readCollector(values: Variables): CollectorSettings | string | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_HEADERS: written = '' } = values;
  if (address === undefined) return null;
  const url = toTracesUrl(address);
  if (url === null)
    return 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address that starts with http:// or https:// and has no password, such as http://localhost:4318. Secrets belong in OTEL_EXPORTER_OTLP_HEADERS.';
  const headers = readHeaders(written);
  if (headers === null)
    return 'OTEL_EXPORTER_OTLP_HEADERS must be a list such as api-key=secret,x-team=one. Write a comma, a percent sign and other special characters of a value as %2C, %25 and so on.';
  return { url, headers, serviceName: values.OTEL_SERVICE_NAME ?? 'countersign' };
}

/** The variable names a collector for everything, and traces have a path of their own there. */
function toTracesUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) return null;
  return `${url.origin}${url.pathname.replace(/\/$/, '')}/v1/traces`;
}

function readHeaders(written: string): Record<string, string> | null {
  try {
    const parts = written.split(',').filter((part) => part.trim() !== '');
    const pairs = parts.map((part) => {
      const [name = '', ...rest] = part.split('=');
      const headers = new Headers([[name.trim(), decodeURIComponent(rest.join('=').trim())]]);
      if (rest.length === 0) throw new Error('No value');
      return [...headers];
    });
    return Object.fromEntries(pairs.flat());
  } catch {
    return null;
  }
}
