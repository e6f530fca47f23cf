import { createHmac } from 'node:crypto';
import { type StatementLine, saysReversal } from '@lobby/shared/billing/statement/statement.ts';
import { dayOf } from '@lobby/shared/kit/dates.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { fail, Refusal } from '../../kit/base/errors.ts';
import { keepBeside } from '../../kit/store/beside.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { retryOnConflict } from '../../kit/store/save.ts';
import { loadProject, settingsOf } from '../../platform/projects/projects.ts';
import { takeLines } from '../bank-statement/index.ts';
import { loadSecrets } from '../payment-gateway/index.ts';
import { noteDelivery } from './deliveries.ts';
import { type Movement, SIDES, type Signed } from './read.ts';

const AHEAD_MS = 600_000;
const NOBODY = 'nobody has this secret';
/** HTTP response to a bank's call. */
export interface Said {
  status: number;
  body: object;
  retryAfter?: number;
}

const plain = (number: string) => number.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

/** The connection's account that received the money, found by its number or by a virtual account. */
async function loadAccount(
  { projectId }: Ctx,
  connection: Doc<typeof bankConnection>,
  movement: Movement,
): Promise<Doc<typeof bankAccount> | null> {
  const accounts = await records(bankAccount).find({ projectId }, { _id: { $in: connection.bankAccountIds } });
  const account = accounts.find(({ accountNumber }) => plain(accountNumber) === plain(movement.accountNumber));
  if (account) return account;
  const number = plain(movement.virtualAccount ?? movement.accountNumber);
  const virtual = await records(identityAccount).first({ projectId }, { virtualAccount: number });
  return accounts.find(({ _id }) => _id === virtual?.bankAccountId) ?? null;
}

/** Local time of day in the project's time zone. */
const timeOf = (at: Date, timeZone: string) => at.toLocaleTimeString('en-GB', { timeZone, hour12: false });

/** Reason to refuse a movement, or null. */
function faultOf(ctx: Ctx, movement: Movement): string | null {
  if (!Number.isInteger(movement.amount) || movement.amount <= 0) return 'amount';
  if (movement.at && movement.at.getTime() > ctx.now.getTime() + AHEAD_MS) return 'future';
  return null;
}

/** Stores one movement; repeated references are stored once. */
async function takeOne(ctx: Ctx, connection: Doc<typeof bankConnection>, movement: Movement) {
  if (movement.direction === 'OUT' && connection.direction === 'IN')
    return { result: 'REFUSED' as const, reason: 'out' };
  const account = await loadAccount(ctx, connection, movement);
  if (!account) return { result: 'REFUSED' as const, reason: 'account' };
  const fault = faultOf(ctx, movement);
  if (fault) return { result: 'REFUSED' as const, reason: fault };
  const content = movement.content.slice(0, 500) || movement.virtualAccount || '-';
  const line: StatementLine = {
    row: 1,
    day: dayOf(movement.at ?? ctx.now, ctx.project.timeZone),
    time: movement.at ? timeOf(movement.at, ctx.project.timeZone) : null,
    direction: movement.direction,
    amount: movement.amount,
    content,
    reference: movement.reference?.slice(0, 60) ?? null,
    virtualAccount: movement.virtualAccount?.slice(0, 19) ?? null,
    payerAccount: movement.payerAccount?.slice(0, 19) ?? null,
    payerName: movement.payerName,
    payerBank: null,
    balanceAfter: null,
    isReversal: saysReversal(fold(content)),
  };
  const origin = { channel: 'WEBHOOK', connectionId: connection._id } as const;
  const take = () => retryOnConflict(() => takeLines(ctx, account, [line], origin));
  const { docs } = await take().catch(error => {
    // A concurrent call stored it first; the retry finds it.
    if (error instanceof Refusal) return take();
    throw error;
  });
  return { result: docs.length > 0 ? ('TAKEN' as const) : ('KNOWN' as const), reason: null };
}

/** Parses a signed body and stores its movements one by one. */
export async function readCall(ctx: Ctx, connection: Doc<typeof bankConnection>, body: string): Promise<boolean> {
  const begun = performance.now();
  const side = SIDES[connection.provider];
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    json = undefined;
  }
  const movements = side?.read(json) ?? null;
  const note = (
    outcome: { result: 'TAKEN' | 'KNOWN' | 'REFUSED' | 'INVALID'; reason: string | null },
    movement?: Movement,
  ) =>
    noteDelivery(
      connection,
      {
        at: ctx.now,
        ...outcome,
        reference: movement?.reference ?? null,
        amount: movement?.amount ?? null,
        ms: Math.round(performance.now() - begun),
      },
      body,
    );
  if (!movements) {
    await note({ result: 'INVALID', reason: 'shape' });
    return false;
  }
  for (const movement of movements) await note(await takeOne(ctx, connection, movement), movement);
  return true;
}

const stamp = (connection: Doc<typeof bankConnection>, set: Partial<Doc<typeof bankConnection>>) =>
  keepBeside(bankConnection, connection, { _id: connection._id }, { set });

/** Whether the signature matches the current secret, or the previous one within its grace period. */
async function isSigned(connection: Doc<typeof bankConnection>, call: Signed, now: Date): Promise<boolean> {
  const { now: held, before } = await loadSecrets({ ...connection, environment: 'LIVE' }, now);
  const side = SIDES[connection.provider];
  return [held, before].some(keys => keys?.secret && side?.isSigned(keys.secret, call, now));
}

/** Handles a bank's call: verifies it, and stores it before answering. */
export async function receiveCall(
  connection: Doc<typeof bankConnection> | null,
  call: Signed,
  from: string,
  now: Date,
): Promise<Said> {
  if (!connection) {
    // Takes as long as checking a wrong signature, so that timing does not reveal existing connections.
    createHmac('sha256', NOBODY).update(call.body).digest();
    return fail('NOT_FOUND');
  }
  const project = await loadProject(connection.projectId);
  if (!project) return fail('NOT_FOUND');
  if (connection.status === 'PAUSED') return { status: 503, body: { success: false }, retryAfter: 600 };
  const ctx = systemCtx(settingsOf(project), now);
  const allowed = connection.allowedFrom;
  const isAllowed = allowed.length === 0 || allowed.some(({ address }) => address === from);
  const signedCall = { ...call, auth: connection.auth };
  if (!isAllowed || !(await isSigned(connection, signedCall, now))) {
    const outcome = { at: now, result: 'UNAUTHORIZED' as const, reason: null, reference: null, amount: null, ms: 0 };
    await noteDelivery(connection, outcome, null);
    return fail('WEBHOOK_UNAUTHORIZED');
  }
  const fits = await readCall(ctx, connection, call.body);
  await stamp(connection, fits ? { lastAt: now, lastError: null } : { lastError: 'shape' });
  return fits ? { status: 200, body: { success: true } } : fail('WEBHOOK_PAYLOAD_INVALID');
}
