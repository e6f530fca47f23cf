import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { textOr } from '../../kit/base/messages.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { open, seal } from '../../kit/privacy/personal.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import { type Line, NoAnswer, openLine, Refused } from './run/protocol.ts';

interface Kept {
  _id: string;
  projectId: string;
  sealed: string;
}

export const syncSecretCollection: Collection = { name: 'sync-secrets', indexes: [{ key: { projectId: 1 } }] };
const secrets = () => db().collection<Kept>(syncSecretCollection.name);
const LETTERS = 'sync-secrets';

/** Stores the sealed secret of a connection, apart from its record. */
export async function keepSyncSecret(
  { _id, projectId }: Pick<Doc<typeof syncConnection>, '_id' | 'projectId'>,
  secret: string,
  session: Session,
): Promise<void> {
  const sealed = seal(LETTERS, secret);
  await secrets().updateOne({ _id, projectId }, { $set: { sealed } }, { upsert: true, session });
}

async function loadSecret({ _id, projectId }: Doc<typeof syncConnection>): Promise<string | null> {
  const secret = await secrets().findOne({ _id, projectId });
  return secret ? open(LETTERS, secret.sealed) : null;
}

/** Opens a signed-in session with the accounting software of a connection. */
export async function lineTo(connection: Doc<typeof syncConnection>): Promise<Line> {
  const { url, user, baseUnitCode } = connection;
  const secret = (await loadSecret(connection)) ?? '';
  return openLine({ url, user, secret, baseUnitCode });
}

/** Returns the active connection; throws if none is active or its test never passed. */
export async function activeConnection(projectId: string): Promise<Doc<typeof syncConnection>> {
  const connection = await records(syncConnection).first({ projectId }, { status: 'ACTIVE' });
  if (!connection) return fail('ACCOUNTING_CONNECTION_MISSING');
  if (!connection.testPassedAt) fail('ACCOUNTING_TEST_FIRST');
  return connection;
}

/** Calls whose refusals have a message of their own under `sync-connection.said`. */
type Step = 'login' | 'codes' | 'verify' | 'withdraw';

/** Throws ACCOUNTING_SYSTEM_ERROR with the answer of the accounting software. */
export const failWithAnswer = (step: Step | 'unit' | 'silent', words: string): never =>
  fail('ACCOUNTING_SYSTEM_ERROR', { step, words, why: `sync-connection.said.${step}` });

/** Translates the cause of a missing answer; unknown causes are returned as they are. */
export const silenceOf = ({ language }: Pick<Ctx, 'language'>, message: string): string =>
  textOr(language, `sync-connection.silence.${message}`, message);

/** Runs a call to the accounting software; a refusal is reported in its own words, a missing answer in ours. */
export async function callAccounting<T>(ctx: Pick<Ctx, 'language'>, step: Step, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return failWithAnswer(step, error.message);
    if (error instanceof NoAnswer) return failWithAnswer('silent', silenceOf(ctx, error.message));
    throw error;
  }
}
