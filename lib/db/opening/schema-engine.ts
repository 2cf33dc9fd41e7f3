import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';

/**
 * Runs the official Prisma schema engine as WebAssembly. It writes and applies migrations exactly as
 * `prisma migrate` does, with no downloaded binary and no network.
 */
export async function withSchemaEngine<T>(
  adapterFactory: SqlMigrationAwareDriverAdapterFactory,
  schema: { path: string; text: string },
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const { connections, factory } = rememberConnections(adapterFactory);
  const engine = await openSchemaEngine(factory, schema);
  try {
    return await work(engine);
  } finally {
    engine.free();
    for (const connection of connections) await connection.dispose();
  }
}

/**
 * Remembers the engine's connections. The engine leaves them open, and an open one keeps SQLite from changing
 * its journal mode.
 */
function rememberConnections(factory: SqlMigrationAwareDriverAdapterFactory) {
  const connections: SqlDriverAdapter[] = [];
  const remember = (connection: SqlDriverAdapter) => {
    connections.push(connection);
    return connection;
  };
  const remembering: SqlMigrationAwareDriverAdapterFactory = {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => remember(await factory.connect()),
    connectToShadowDb: async () => remember(await factory.connectToShadowDb()),
  };
  return { connections, factory: remembering };
}

async function openSchemaEngine(
  adapterFactory: SqlMigrationAwareDriverAdapterFactory,
  schema: { path: string; text: string },
): Promise<SchemaEngine> {
  const engineModule = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  // The types of this pinned version leave out functions that its own loader for Node uses.
  const bindings = engineModule as unknown as WasmBindings;
  if (!started) {
    // The project's root resolves the package, because in a bundle `import.meta.url` does not say where
    // packages are.
    const require = createRequire(path.join(process.cwd(), 'package.json'));
    const file = path.join(
      path.dirname(require.resolve('@prisma/schema-engine-wasm')),
      'schema_engine_bg.wasm',
    );
    const { instance } = await WebAssembly.instantiate(await readFile(file), {
      './schema_engine_bg.js': engineModule as unknown as WebAssembly.ModuleImports,
    });
    bindings.__wbg_set_wasm(instance.exports);
    (instance.exports['__wbindgen_start'] as () => void)();
    started = true;
  }
  return bindings.SchemaEngine.new(
    { datamodels: [[schema.path, schema.text]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapterFactory),
  );
}

let started = false;

type WasmBindings = {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
  SchemaEngine: {
    new: (
      options: { datamodels: [string, string][] },
      log: (text: string) => void,
      adapterFactory: unknown,
    ) => Promise<SchemaEngine>;
  };
};

export type { MigrationList };
