import { randomBytes } from 'node:crypto';
import { isOwn } from '@lobby/shared/billing/gateways.ts';
import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Action } from '../../kit/records/typed-behaviour.ts';
import { keepBeside } from '../../kit/store/beside.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadContract, returnUrl } from './contract.ts';
import { type Adapter, type Contract, NotAnswering, type PayOrder, ProviderRefused } from './protocols/adapter.ts';
import { adapterOf } from './protocols/index.ts';
import { failUnconfigured, isComplete, loadAccount } from './rules.ts';

const TRIED = 10_000;
const WITHIN_MS = 10_000;
type Step = 'create' | 'page' | 'signature' | 'look-up';

/** Failure of a test step. */
class Failed extends Error {
  readonly step: Step;
  constructor(step: Step, words: string) {
    super(words);
    this.step = step;
  }
}

async function step<T>(name: Step, what: () => Promise<T>): Promise<T> {
  try {
    return await what();
  } catch (error) {
    const isAnswered = error instanceof NotAnswering || error instanceof ProviderRefused;
    throw new Failed(name, isAnswered ? error.message : 'connection');
  }
}

/** Order for a trial payment. */
const trial = async (ctx: Ctx, doc: Doc<typeof paymentGateway>): Promise<PayOrder> => ({
  ref: `TEST${randomBytes(8).toString('hex').toUpperCase()}`,
  amount: Math.max(TRIED, doc.minAmount ?? 0),
  info: 'Thu ket noi',
  channel: null,
  providerRef: null,
  createdAt: ctx.now,
  expiresAt: new Date(ctx.now.getTime() + 15 * MINUTE_MS),
  returnUrl: await returnUrl(ctx.projectId, doc._id),
});

/** Checks that a signed URL verifies with the keys that signed it. */
function selfCheck(adapter: Adapter, contract: Contract, url: string | null): void {
  const query = url?.split('?')[1] ?? '';
  if (!/secure_?hash/i.test(query)) return;
  if (!adapter.read(contract.credentials, { query, body: '' })) throw new Failed('signature', 'signature');
}

/** In the sandbox a payment is begun and queried; with a live contract only the signature is checked, and an unknown payment queried. */
async function tried(adapter: Adapter, contract: Contract, order: PayOrder): Promise<void> {
  const sandbox = contract.environment === 'SANDBOX';
  const begins = sandbox || ['VNPAY', 'ONEPAY'].includes(nameOf(adapter));
  if (begins) {
    const { url, qr } = await step('create', () => adapter.create(contract, order));
    if (!url && !qr) throw new Failed('create', 'answer');
    selfCheck(adapter, contract, url);
    if (sandbox && url)
      await step('page', async () => {
        const page = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS), redirect: 'manual' });
        await page.arrayBuffer();
        if (page.status >= 400) throw new ProviderRefused(`HTTP ${page.status}`);
      });
  }
  const { state } = await step('look-up', () => adapter.query(contract, order));
  const fits = state === 'UNKNOWN' || (sandbox && state === 'PENDING');
  if (!fits) throw new Failed('look-up', state);
}

const NAMES = ['VNPAY', 'MOMO', 'ZALOPAY', 'ONEPAY'];
const nameOf = (adapter: Adapter): string => NAMES.find(name => adapterOf(name) === adapter) ?? '';

/** Tests a gateway step by step; it can be activated once the test has passed. */
export const testGateway: Action<typeof paymentGateway, 'test'> = async (ctx, doc) => {
  const { provider } = doc;
  if (isOwn(provider) && !(await loadAccount(ctx, doc))) failUnconfigured(doc, 'account');
  const adapter = adapterOf(provider);
  if (!adapter) return { set: { testPassedAt: ctx.now, lastError: null } };
  const contract = await loadContract(doc, ctx.now);
  if (!isComplete(provider, contract.credentials)) failUnconfigured(doc, 'credentials');
  try {
    await tried(adapter, contract, await trial(ctx, doc));
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    const lastError = `${error.step}: ${error.message}`.slice(0, 500);
    await keepBeside(paymentGateway, ctx, { _id: doc._id }, { set: { lastError } });
    return fail('GATEWAY_TEST_FAILED', { step: error.step, words: error.message });
  }
  return { set: { testPassedAt: ctx.now, lastError: null } };
};
