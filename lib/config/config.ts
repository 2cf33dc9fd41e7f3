import path from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { z } from 'zod';
import type { ProviderSettings } from '../accounts/provider.port';
import type { WorkspaceSettings } from '../domain/workspace';
import { type EnvironmentModel, readEnvironmentModel } from '../models/environment-model';
import { readTrustedProxy, type TrustedProxy } from '../network/trusted-proxy';
import { type ArmedFailpoint, failpoints, parseFailpoint } from '../shared/failpoint';
import { count } from './count';
import { readDatabasePassword } from './database-password';
import { findWorkspaces } from './find-workspaces';
import { fitWorkingRuns } from './fit-working-runs';
import { logFormats } from './log-look';
import { type CollectorSettings, readCollector } from './read-collector';
import { readDatabaseUrl, toDatabaseFile } from './read-database-url';
import { readProvider } from './read-provider';
import { readOrigin, readPublicUrl } from './read-public-url';
import { isServerName, serverNameRule } from './read-workspaces';
import { type RequestLimits, requestLimitVariables } from './request-limits';

/** Holds all settings from the environment, read once at start. `.env.example` describes each variable. */
export type Config = {
  port: number;
  host: string;
  /** Says who may come in: the person of this machine, or a team with accounts. */
  profile: 'local' | 'team';
  /** In a container, this is the name of the machine that it runs on. Null means that this is no container. */
  containerHost: string | null;
  /** This is the origin that people use when a proxy or a tunnel is in front. */
  publicUrl: string | null;
  /** People of a team may sign in here. Null means that they have no OpenID provider. */
  provider: ProviderSettings | null;
  trustedProxy: TrustedProxy | null;
  requestLimits: RequestLimits;
  dataDir: string;
  /** This is `file:` and an absolute path, or the address of a PostgreSQL database with its password. */
  databaseUrl: string;
  /** All servers of one database share this file. Null means that this server has a key of its own. */
  secretFile: string | null;
  /** There is at least one. Without a file of workspaces it is the folder of `WORKSPACE_DIR`. */
  workspaces: readonly WorkspaceSettings[];
  /** This file names the workspaces. Null means that there is one, without a file. */
  workspacesFile: string | null;
  /** Workspaces may belong to the server of this name. Null means that this server has none. */
  serverName: string | null;
  /** Other servers reach this one at this origin, for the files that only it has. */
  serverAddress: string | null;
  workflowsDir: string;
  /** Null means that the environment names no model. */
  model: EnvironmentModel | null;
  /** Null leaves a limit of runs open. */
  limits: Record<'maxSteps' | 'maxActiveMs' | 'maxMalformedReplies', number | null>;
  maxWorkingRuns: number;
  /** Programs may read figures for Prometheus. */
  hasMetrics: boolean;
  /** Null means that nobody gets traces. */
  collector: CollectorSettings | null;
  /** A server that ends waits this long for tools that run. */
  drainMs: number;
  /** A test kills this process here. Null means nowhere. */
  failpoint: ArmedFailpoint | null;
};

/** Reports a setting that cannot be used. The message names the variable and its valid values. */
export class ConfigError extends Error {}

/** Reads a variable, and refuses a text for which `read` returns null. */
const readWith = <Value>(read: (text: string) => Value | null, message: string) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const environment = z.object({
  ...requestLimitVariables.shape,
  PORT: count('PORT', 0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  COUNTERSIGN_PROFILE: z
    .enum(['local', 'team'], 'COUNTERSIGN_PROFILE must be local or team')
    .default('local'),
  COUNTERSIGN_CONTAINER_HOST: z
    .string()
    .regex(
      /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i,
      'COUNTERSIGN_CONTAINER_HOST must be a name or an IPv4 address without a port, such as host.docker.internal',
    )
    .optional(),
  COUNTERSIGN_LOCAL_IN_CONTAINER: z
    .literal('1', 'COUNTERSIGN_LOCAL_IN_CONTAINER must be 1 or empty')
    .optional(),
  PUBLIC_URL: readWith(
    readPublicUrl,
    'PUBLIC_URL must be an https:// address without a path, such as https://countersign.example. Only an address of this machine, such as http://localhost:8080, may start with http://',
  ).optional(),
  TRUSTED_PROXY: readWith(
    readTrustedProxy,
    'TRUSTED_PROXY must be the addresses of your proxies and the one header in which they name the client, such as 10.0.0.0/8,::1 X-Forwarded-For',
  ).optional(),
  OIDC_ISSUER: z.string().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().optional(),
  DATA_DIR: z.string().default('./.data'),
  DATABASE_URL: z
    .string()
    .transform((text, context) => {
      const read = readDatabaseUrl(text);
      if ('url' in read) return read.url;
      context.addIssue({ code: 'custom', message: read.problem });
      return z.NEVER;
    })
    .optional(),
  COUNTERSIGN_SECRET_FILE: z.string().optional(),
  WORKSPACE_DIR: z.string().default('./workspace'),
  WORKSPACES_FILE: z.string().optional(),
  SERVER_NAME: z.string().refine(isServerName, `SERVER_NAME must be a name ${serverNameRule}`).optional(),
  SERVER_ADDRESS: readWith(
    readOrigin,
    'SERVER_ADDRESS must be an http:// or https:// address without a path at which the other servers reach this one, such as http://server-a:3000',
  ).optional(),
  WORKFLOWS_DIR: z.string().default('./workflows'),
  AGENT_MAX_STEPS: count('AGENT_MAX_STEPS', 1, 1_000).optional(),
  AGENT_TIMEOUT_MS: count('AGENT_TIMEOUT_MS', 1, 86_400_000).optional(),
  AGENT_MAX_MALFORMED_REPLIES: count('AGENT_MAX_MALFORMED_REPLIES', 1, 100).optional(),
  MAX_WORKING_RUNS: count('MAX_WORKING_RUNS', 1, 1_000).optional(),
  DRAIN_SECONDS: count('DRAIN_SECONDS', 0, 3_600).default(8),
  METRICS: z.enum(['on', 'off'], 'METRICS must be on or off').default('off'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  COUNTERSIGN_FAILPOINT: z
    .string()
    .refine(
      (text) => parseFailpoint(text) !== null,
      `COUNTERSIGN_FAILPOINT must be one of ${failpoints.join(', ')}, and may end with :2 for the second time and so on`,
    )
    .transform(parseFailpoint)
    .optional(),
  LOG_FORMAT: z.enum(logFormats, 'LOG_FORMAT must be pretty or json').optional(),
});

/** Reads the settings and counts an empty variable as not set. Throws `ConfigError`. */
export function loadConfig(variables: Record<string, string | undefined>): Config {
  const setVariables = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const password = readDatabasePassword(setVariables);
  if ('problem' in password) throw new ConfigError(password.problem);
  const parsed = environment.safeParse({ ...setVariables, ...password });
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => issue.message).join('\n'));
  const values = parsed.data;
  const dataDir = path.resolve(values.DATA_DIR);
  const databaseUrl = values.DATABASE_URL ?? `file:${path.join(dataDir, 'countersign.db')}`;
  const binding = findOpenBinding(values);
  if (binding !== null) throw new ConfigError(binding);
  const databaseFile = toDatabaseFile(databaseUrl);
  const secretFile = values.COUNTERSIGN_SECRET_FILE ? path.resolve(values.COUNTERSIGN_SECRET_FILE) : null;
  const spaces = findWorkspaces(values, { dataDir, databaseFile, secretFile });
  if ('problem' in spaces) throw new ConfigError(spaces.problem);
  const provider = readProvider(values);
  if (typeof provider === 'string') throw new ConfigError(provider);
  const collector = readCollector(values);
  if (typeof collector === 'string') throw new ConfigError(collector);
  const model = readEnvironmentModel(setVariables);
  if (model?.baseUrl === '') {
    throw new ConfigError(
      'OPENAI_BASE_URL must be an address that starts with http:// or https://, such as https://api.openai.com/v1',
    );
  }
  return {
    port: values.PORT,
    host: values.HOST,
    profile: values.COUNTERSIGN_PROFILE,
    containerHost: values.COUNTERSIGN_CONTAINER_HOST ?? null,
    publicUrl: values.PUBLIC_URL ?? null,
    provider,
    trustedProxy: values.TRUSTED_PROXY ?? null,
    requestLimits: requestLimitVariables.parse(values),
    dataDir,
    databaseUrl,
    secretFile,
    ...spaces,
    serverAddress: values.SERVER_ADDRESS ?? null,
    workflowsDir: path.resolve(values.WORKFLOWS_DIR),
    model,
    limits: {
      maxSteps: values.AGENT_MAX_STEPS ?? null,
      maxActiveMs: values.AGENT_TIMEOUT_MS ?? null,
      maxMalformedReplies: values.AGENT_MAX_MALFORMED_REPLIES ?? null,
    },
    maxWorkingRuns: values.MAX_WORKING_RUNS ?? fitWorkingRuns(getHeapStatistics().heap_size_limit),
    hasMetrics: values.METRICS === 'on',
    collector,
    drainMs: values.DRAIN_SECONDS * 1_000,
    failpoint: values.COUNTERSIGN_FAILPOINT ?? null,
  };
}

/** Explains why this server may not listen beyond the machine, or returns null when it may. */
function findOpenBinding(values: z.output<typeof environment>): string | null {
  if (['127.0.0.1', 'localhost', '::1'].includes(values.HOST)) return null;
  if (values.COUNTERSIGN_PROFILE === 'team' || values.COUNTERSIGN_LOCAL_IN_CONTAINER === '1') return null;
  return (
    `HOST must be 127.0.0.1, localhost or ::1, so that only this machine reaches Countersign. It is ${values.HOST}. ` +
    'For other addresses, set COUNTERSIGN_PROFILE=team for accounts. ' +
    'In a container that publishes its port to 127.0.0.1 only, set COUNTERSIGN_LOCAL_IN_CONTAINER=1.'
  );
}
