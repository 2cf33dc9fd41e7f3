import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Seals small secrets for rest (AES-256-GCM, a key file of mode 0600 beside the database). */
export type SecretBox = {
  seal(secret: string): string;
  /** Throws when the text was not sealed with this key. */
  open(sealed: string): string;
};

const ivBytes = 12;
const tagBytes = 16;

export async function openSecretBox(dataDir: string): Promise<SecretBox> {
  const key = await loadKey(path.join(dataDir, 'secret.key'));
  return {
    seal(secret) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

async function loadKey(file: string): Promise<Buffer> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    const handle = await open(file, 'wx', 0o600);
    const key = randomBytes(32);
    await handle.writeFile(key.toString('base64'));
    await handle.sync();
    await handle.close();
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return Buffer.from(await readFile(file, 'utf8'), 'base64');
  }
}
