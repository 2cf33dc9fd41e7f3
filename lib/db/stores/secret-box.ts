import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import { systemActor } from '../../domain/actor';
import { type KeyFile, loadKeyFile, readSharedKeyFile, setKeyFileAside } from '../opening/key-file';
import { OpeningRefused } from '../opening/opening-refused';
import type { Database, Reader } from '../ports/database';
import { writeUnlessTaken } from '../rows/write-unless-taken';

/**
 * Seals small secrets before they are stored (AES-256-GCM). The key is a file of mode 0600 next to the
 * database.
 */
export type SecretBox = {
  readonly keyFile: string;
  /** Says why the key file cannot be used, and names the file. Null means that it can. */
  readonly problem: string | null;
  /** Returns the key itself, from which other secrets are derived, or null while there is a `problem`. */
  key(): Buffer | null;
  /** Throws while there is a `problem`; call `ensureUsable` first. */
  seal(secret: string): string;
  /** Throws for text that another key sealed. */
  open(sealed: string): string;
  /** Replaces a key file that cannot be used, and keeps the old file under another name. */
  ensureUsable(): Promise<void>;
};

const ivBytes = 12;
const tagBytes = 16;

/**
 * Opens the box of one server, whose key is in its data folder. Never throws: the app also starts with a key file
 * that is damaged or cannot be read.
 */
export async function openSecretBox(
  dataDir: string,
  onSetAside: (message: string) => void = () => {},
): Promise<SecretBox> {
  const keyFile = path.join(dataDir, 'secret.key');
  let loaded = await loadKeyFile(keyFile);
  return {
    ...toBox(keyFile, () => loaded),
    get problem() {
      return loaded.ok ? null : loaded.problem;
    },
    async ensureUsable() {
      if (loaded.ok) return;
      // Someone may have put the right file back since the start.
      loaded = await loadKeyFile(keyFile);
      if (loaded.ok) return;
      const { problem } = loaded;
      const aside = await setKeyFileAside(keyFile);
      onSetAside(`${problem} It was kept as ${aside}, and a new key file was created.`);
      loaded = await loadKeyFile(keyFile);
    },
  };
}

/**
 * Opens the box of several servers, whose key nobody replaces. Throws `OpeningRefused`, also for another key than
 * the one that they share.
 */
export async function openSharedSecretBox(keyFile: string, database: Database): Promise<SecretBox> {
  const loaded = await readSharedKeyFile(keyFile);
  if (!loaded.ok)
    throw new OpeningRefused(
      `${loaded.problem} Each server needs the same file. Make it once: openssl rand -hex 32 > ${keyFile}`,
    );
  const found = await findShared(database);
  if (found !== null && found !== toFingerprint(loaded.key)) throw new OpeningRefused(isForeign(keyFile));
  return { ...toBox(keyFile, () => loaded), problem: null, ensureUsable: async () => {} };
}

/**
 * Refuses a server that goes by its own key on a database whose servers share another one: it could read no saved
 * key, and would let nobody in whom they let in. Throws `OpeningRefused`.
 */
export async function requireNoOtherSecret(box: SecretBox, database: Database): Promise<void> {
  if ((await findShared(database)) !== null && !(await isShared(box, database)))
    throw new OpeningRefused(
      'The servers of this database share a secret, and this server has another one. Set COUNTERSIGN_SECRET_FILE to a copy of the file of the other servers.',
    );
}

/** Says whether the key of this box is the one that the servers of the database share. */
export async function isShared({ key }: SecretBox, database: Pick<Database, 'read'>): Promise<boolean> {
  const own = key();
  return own !== null && (await findShared(database)) === toFingerprint(own);
}

const where = { key: 'shared_secret' };

/** Returns the fingerprint of the key that the servers share. Null means that they share none. */
const findShared = async ({ read }: Pick<Database, 'read'>): Promise<string | null> =>
  (await read.setting.findUnique({ where }))?.valueJson ?? null;

const toFingerprint = (key: Buffer): string =>
  JSON.stringify({
    fingerprint: createHmac('sha256', key).update('countersign fingerprint').digest('hex').slice(0, 32),
  });

const isForeign = (keyFile: string): string =>
  `The secret in ${keyFile} is not the one of this database. Set COUNTERSIGN_SECRET_FILE to a copy of the file of the other servers.`;

/** Keeps a fingerprint of the first key that servers share. Throws `OpeningRefused` for every other one. */
export async function shareSecret({ key, keyFile }: SecretBox, database: Database): Promise<void> {
  const own = key();
  if (own === null) return;
  const valueJson = toFingerprint(own);
  const known = await writeUnlessTaken(database, async ({ setting }) => {
    const found = await setting.findUnique({ where });
    if (!found)
      await setting.create({
        data: { ...where, valueJson, updatedById: systemActor.id, updatedAt: new Date() },
      });
    return found?.valueJson ?? valueJson;
  });
  if (known !== valueJson) throw new OpeningRefused(isForeign(keyFile));
}

/** Says why no server of this database can use the shared key in `keyFile`. Null means that one can. */
export async function findSharedKeyProblem(keyFile: string, read: Reader): Promise<string | null> {
  const loaded = await readSharedKeyFile(keyFile);
  if (!loaded.ok) return loaded.problem;
  const found = await findShared({ read });
  return found !== null && found !== toFingerprint(loaded.key) ? isForeign(keyFile) : null;
}

type Sealing = Pick<SecretBox, 'keyFile' | 'key' | 'seal' | 'open'>;

function toBox(keyFile: string, read: () => KeyFile): Sealing {
  return {
    keyFile,
    key() {
      const loaded = read();
      return loaded.ok ? loaded.key : null;
    },
    seal(secret) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', keyOf(read()), iv);
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', keyOf(read()), bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

function keyOf(loaded: KeyFile): Buffer {
  if (!loaded.ok) throw new Error(loaded.problem);
  return loaded.key;
}
