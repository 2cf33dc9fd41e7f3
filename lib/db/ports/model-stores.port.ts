import type { CheckedSettings } from '../../contracts/checked-settings';
import type { NameValue } from '../../contracts/model-server-extras';
import type { ModelTuning } from '../../contracts/model-tuning';
import type { Actor } from '../../domain/actor';
import type { CheckReport, ModelAddress, SchemaUse } from '../../domain/model-check';

/** Stores the models that people saved, which one is the default, and who changed them last. */
export interface SettingStore {
  /**
   * Returns the models in the order in which people saved them, and the same object until the next save. Does
   * not throw for a secret that cannot be decrypted.
   */
  readModels(): Promise<SavedModels>;
  /**
   * Adds the model, or replaces the one with its id. `isDefault` also makes it the default. A new secret
   * repairs a key file that cannot be used. `check` sees the saved models when its turn has come. When it
   * throws, nothing changes.
   */
  saveModel(
    model: ModelToSave,
    actor: Actor,
    options?: { isDefault?: boolean; check?: (saved: readonly StoredModel[]) => void },
  ): Promise<void>;
  /**
   * Returns false when there is no such model. When the default is removed, the environment's model or the
   * demo model becomes the default.
   */
  removeModel(id: string, actor: Actor): Promise<boolean>;
  /**
   * Takes the id of a saved model, or of one that is always there. Null chooses the environment's model or
   * the demo model.
   */
  chooseModel(id: string | null, actor: Actor): Promise<void>;
  /** Seals the query values that an older build stored in clear text. A server calls this at its start. */
  hideOlderValues(): Promise<void>;
}

export interface ModelCheckStore {
  /**
   * Lists one check for each model with each of its settings, the latest first. It leaves out checks that
   * cannot be read.
   */
  list(): Promise<readonly ModelCheck[]>;
  /**
   * Replaces the check of the same model at the same address with the same settings. The store forgets the
   * oldest of many checks.
   */
  keep(check: ModelCheck, actor: Actor): Promise<void>;
  /** Answers what the model's check found, or what its server has answered since. */
  findSchemaUse(model: ModelAddress): Promise<SchemaUse>;
  /**
   * Notes that a server refused a run's request with a schema, and took it without one. The note counts until
   * the next check.
   */
  noteSchemaRefused(model: ModelAddress): Promise<void>;
  /** Removes the query values that an older build kept. A server calls this at its start. */
  hideOlderValues(): Promise<void>;
}

export type ModelCheck = ModelAddress &
  CheckReport & {
    /** Says how the check asked the model. Checks that are older than this field lack it. */
    settings?: CheckedSettings | undefined;
    /** This is an ISO 8601 time. */
    checkedAt: string;
  };

/** `damage` says why the saved models cannot be read. They then count as none. */
export type SavedModels = {
  models: readonly SavedModel[];
  defaultId: string | null;
  damage: string | null;
};

/** `provider` is an id of `lib/llm/providers`. */
type ModelFacts = {
  id: string;
  /** Null means that nobody gave it a name. */
  name: string | null;
  provider: string;
  baseUrl: string;
  model: string;
  tuning: ModelTuning;
};

type SecretPair = { name: string; value: string | null };

/**
 * `lostKey` means that a secret is stored, but its key file was lost, replaced or damaged. The secret is then
 * null.
 */
export type SavedModel = ModelFacts & {
  apiKey: string | null;
  headers: SecretPair[];
  query: SecretPair[];
  lostKey: LostKey | null;
};

/**
 * A missing `apiKey` keeps the stored key, and null removes it. A null value of a header or a query parameter
 * keeps the stored value of the same name.
 */
export type ModelToSave = ModelFacts & {
  apiKey?: string | null;
  headers: readonly SecretPair[];
  query: readonly SecretPair[];
};

/**
 * `problem` names the fault of the key file itself. Null means that the file is sound, but another key sealed
 * the secret.
 */
export type LostKey = { problem: string | null; keyFile: string; savedAt: Date };

/** The database holds models in this form: `apiKey` and the values of headers and query are sealed. */
export type StoredModels = { models: StoredModel[]; defaultId: string | null };
export type StoredModel = ModelFacts & {
  apiKey: string | null;
  headers: NameValue[];
  query: NameValue[];
  /** False means that an older build stored the query in clear text. */
  isQuerySealed: boolean;
  secretsSavedAt: string;
};
/** Builds before lists of models stored the chosen model in this form. */
export type StoredOneModel =
  | { provider: string; baseUrl?: undefined }
  | {
      provider: string;
      baseUrl: string;
      model: string;
      apiKey: string | null;
      keySavedAt?: string | null | undefined;
    };
