import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    mongod: string;
  }
}

/** The address of an empty database of its own, on the mongod of this test run (a replica set; gone after the run). */
export function freshDatabase(): string {
  const uri = new URL(inject('mongod'));
  uri.pathname = `/test-${randomBytes(6).toString('hex')}`;
  return uri.href;
}
