import { expect, it, vi } from 'vitest';
import { loadConfig } from '../config/config';
import { createClosers } from './closers';
import { openTelemetry } from './open-telemetry';

vi.mock('prom-client', () => {
  throw new Error('prom-client is loaded');
});
vi.mock('@opentelemetry/exporter-trace-otlp-http', () => {
  throw new Error('the exporter is loaded');
});

const open = (variables: Record<string, string>) => openTelemetry(loadConfig(variables), createClosers());

it('nothing is loaded and nothing is wrapped unless somebody asks for it', async () => {
  const telemetry = await open({ OTEL_SERVICE_NAME: 'unused' });
  const ports = {} as Parameters<typeof telemetry.watchDrive>[0];
  expect(telemetry.watchDrive(ports, null).ports).toBe(ports);
  await expect(open({ METRICS: 'on' })).rejects.toThrow();
  await expect(open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' })).rejects.toThrow();
});
