import { expect, it } from 'vitest';
import { readCollector } from './read-collector';

const read = (address: string, headers?: string) =>
  readCollector({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_HEADERS: headers });

it('without an address, nobody gets traces, whatever the other variables say', () => {
  expect(readCollector({ OTEL_EXPORTER_OTLP_HEADERS: '?', OTEL_SERVICE_NAME: 'x' })).toBeNull();
});

it.each([
  ['http://localhost:4318', 'http://localhost:4318/v1/traces'],
  ['https://collector.example/otlp/', 'https://collector.example/otlp/v1/traces'],
])('traces have a path of their own at %s', (address, url) => {
  expect(read(address)).toEqual({ url, headers: {}, serviceName: 'countersign' });
});

it('headers are a list whose values may be encoded, and may hold an equals sign', () => {
  const headers = { 'api-key': 'a=b', 'x-team': 'one, two' };
  expect(read('http://a', ' api-key=a=b, X-Team=one%2C%20two ')).toMatchObject({ headers });
});

it.each([
  ['localhost:4318', undefined],
  ['ftp://a', undefined],
  ['http://user:hidden@a', undefined],
  ['http://a', 'hidden'],
  ['http://a', 'a b=hidden'],
  ['http://a', 'a=hidden%'],
  ['http://a', 'a=hidden%0Ab'],
])('%s with the headers %s is refused with a sentence that repeats no secret', (address, headers) => {
  const problem = read(address, headers);
  expect(problem).toMatch(/^OTEL_EXPORTER_OTLP_(?:ENDPOINT|HEADERS) must be/);
  expect(problem).not.toContain('hidden');
});
