import type { ModelAddress, ModelCheck, SchemaUse } from '../domain/model-check';
import type { ModelTuning, NameValue } from '../domain/model-tuning';

/** The models that people saved, and which one is the default. */
export interface SettingStore {
  /**
   * In the order in which they were saved, and the same object until something is saved. Does not throw for a secret that cannot be
   * decrypted.
   */
  readModels(): Promise<SavedModels>;
  /**
   * Adds it, or replaces the one with its id; `isDefault` makes it the default too. A new secret repairs a key file that cannot be used.
   * `check` sees what is saved when its turn has come; what it throws leaves everything as it is.
   */
  saveModel(
    model: ModelToSave,
    options?: { isDefault?: boolean; check?: (saved: readonly StoredModel[]) => void },
  ): Promise<void>;
  /** False: there is none. Without the default, the environment's model or the demo model is the default. */
  removeModel(id: string): Promise<boolean>;
  /** The id of a saved model, or of one that is always there. Null: the environment's model, or the demo model. */
  chooseModel(id: string | null): Promise<void>;
  /** Seals what an older build stored in clear text: the values of queries. For the start of a server. */
  hideOlderValues(): Promise<void>;
}

/** What checks found out about models. */
export interface ModelCheckStore {
  /** The latest first, one for each model with each of its settings. Those that cannot be read are left out. */
  list(): Promise<readonly ModelCheck[]>;
  /** Replaces the one of the same model at the same address with the same settings. The oldest of many are forgotten. */
  keep(check: ModelCheck): Promise<void>;
  /** As its check found, or as its server has answered since. */
  findSchemaUse(model: ModelAddress): Promise<SchemaUse>;
  /** A run's request with a schema was refused, and taken without it. Counts until the next check. */
  noteSchemaRefused(model: ModelAddress): Promise<void>;
  /** Removes values of queries, which an older build kept. For the start of a server. */
  hideOlderValues(): Promise<void>;
}

export type SavedModels = { models: readonly SavedModel[]; defaultId: string | null };

/** `provider` is an id of `lib/llm/providers`. */
type ModelFacts = {
  id: string;
  /** Null: a person gave it none. */
  name: string | null;
  provider: string;
  baseUrl: string;
  model: string;
  tuning: ModelTuning;
};

type SecretPair = { name: string; value: string | null };

/** `lostKey`: a secret is stored, but its key file was lost, replaced or damaged; the secret is then null. */
export type SavedModel = ModelFacts & {
  apiKey: string | null;
  headers: SecretPair[];
  query: SecretPair[];
  lostKey: LostKey | null;
};

/** `apiKey` left out keeps the stored key, null removes it. The value null of a header or a part of the query keeps the stored one of its name. */
export type ModelToSave = ModelFacts & {
  apiKey?: string | null;
  headers: readonly SecretPair[];
  query: readonly SecretPair[];
};

/** `problem` names the fault of the key file itself. Null: it is in order, but the secret was sealed with another. */
export type LostKey = { problem: string | null; keyFile: string; savedAt: Date };

/** As in the database: `apiKey` and the values of headers and query are sealed. */
export type StoredModels = { models: StoredModel[]; defaultId: string | null };
export type StoredModel = ModelFacts & {
  apiKey: string | null;
  headers: NameValue[];
  query: NameValue[];
  /** False: an older build stored the query in clear text. */
  isQuerySealed: boolean;
  secretsSavedAt: string;
};
/** As builds before lists of models stored the one that was chosen. */
export type StoredOneModel =
  | { provider: string; baseUrl?: undefined }
  | {
      provider: string;
      baseUrl: string;
      model: string;
      apiKey: string | null;
      keySavedAt?: string | null | undefined;
    };
