import { hash, verify } from '@node-rs/argon2';

/** Hashes a password with argon2id. */
export const hashPassword = (password: string) => hash(password);

let decoy: Promise<string> | null = null;

/** Verifies a password; takes the same time if there is no hash to compare with. */
export async function isRight(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const right = await verify(passwordHash || (await decoy), password);
  return right && Boolean(passwordHash);
}
