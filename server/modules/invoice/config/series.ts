import { invoice } from '@lobby/shared/modules/invoice.ts';
import { type invoiceSeries, SYMBOL } from '@lobby/shared/modules/invoice-series.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { ActionsOf, BehaviourOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import { failInUse } from '../../../kit/store/refs/inbound-refs.ts';
import { assertInvoicing, invoiceConfig } from './config.ts';

/** Refuses symbols that are malformed or do not match the project's setting for codes. */
async function assertSymbolFree(ctx: Ctx, symbol: string): Promise<void> {
  const { withCode } = await invoiceConfig(ctx.projectId);
  const fits = SYMBOL.test(symbol) && symbol.startsWith(withCode ? 'C' : 'K');
  if (!fits) failFields({ symbol: { code: 'SERIES_INVALID' } }, 'SERIES_INVALID');
}

const yearOf = (symbol: string) => 2000 + Number(symbol.slice(1, 3));

/** Fields that cannot change once a number was assigned. */
const FIXED = ['form', 'symbol', 'lastNumber', 'from'] as const;

const checked = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'restore') return values;
    if (kind === 'create') assertInvoicing(ctx);
    if (kind === 'remove') {
      if (doc.used) {
        const count = await records(invoice).count(ctx, { seriesId: doc._id });
        failInUse(invoice, count, { field: 'seriesId' });
      }
      return values;
    }
    const symbol = values.symbol?.toUpperCase() ?? doc?.symbol ?? '';
    const usual = { lastNumber: 0, from: 1, to: 99_999_999, form: '1' } as const;
    const whole: Values<typeof invoiceSeries> = { ...usual, ...doc, ...values };
    const changed = doc?.used && FIXED.find(name => name in values && values[name] !== doc[name]);
    if (changed) failFields({ [changed]: { code: 'SERIES_FIXED' } }, 'SERIES_FIXED');
    if ('symbol' in values) await assertSymbolFree(ctx, symbol);
    const [from, to, last] = [whole.from ?? 0, whole.to ?? 0, whole.lastNumber ?? 0];
    if (to < from) failFields({ to: { code: 'TOO_SMALL', params: { min: from } } });
    if (last > to) failFields({ lastNumber: { code: 'TOO_LARGE', params: { max: to } } });
    if (whole.purpose === 'SERVICE_GROUP' && !whole.groups?.length) failFields({ groups: { code: 'REQUIRED' } });
    if (whole.purpose === 'SERVICES' && !whole.serviceIds?.length) failFields({ serviceIds: { code: 'REQUIRED' } });
    const environment = doc?.environment ?? (await invoiceConfig(ctx.projectId)).environment;
    return {
      ...values,
      symbol,
      year: yearOf(symbol),
      environment,
    };
  },
} satisfies BehaviourOf<typeof invoiceSeries>;

const seriesActs = {
  activate(ctx, doc) {
    const year = Number(todayOf(ctx).slice(0, 4));
    if (doc.year !== year) fail('SERIES_YEAR', { symbol: doc.symbol, year });
    return { set: { active: true } };
  },
  async deactivate(ctx, doc) {
    // Invoices that are numbered but not published yet must be finished first.
    const count = await records(invoice).count(ctx, { seriesId: doc._id, status: 'DRAFT', number: { $ne: null } });
    if (count > 0) failInUse(invoice, count, { field: 'seriesId', why: 'invoice-series.underWay' });
    return { set: { active: false } };
  },
} satisfies ActionsOf<typeof invoiceSeries>;

export const seriesBehaviour = { ...checked, actions: seriesActs } satisfies BehaviourOf<typeof invoiceSeries>;
