import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import path from 'node:path';
import { type KeyFile, loadKeyFile, setKeyFileAside } from '../opening/key-file';

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

/** Never throws: the app also starts with a key file that is damaged or cannot be read. */
export async function openSecretBox(
  dataDir: string,
  onSetAside: (message: string) => void = () => {},
): Promise<SecretBox> {
  const keyFile = path.join(dataDir, 'secret.key');
  let loaded = await loadKeyFile(keyFile);
  return {
    keyFile,
    get problem() {
      return loaded.ok ? null : loaded.problem;
    },
    key: () => (loaded.ok ? loaded.key : null),
    seal(secret) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', keyOf(loaded), iv);
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', keyOf(loaded), bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
        'utf8',
      );
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

function keyOf(loaded: KeyFile): Buffer {
  if (!loaded.ok) throw new Error(loaded.problem);
  return loaded.key;
}
