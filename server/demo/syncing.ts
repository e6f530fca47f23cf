import { DAY_MS, dayOf, HOUR_MS, monthOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import {
  type CodeKind,
  longestCode,
  PAIR_NAMES,
  TAX_RATES_SENT,
  USUAL_PAIRS,
  usualTaxCode,
} from '@lobby/shared/modules/sync-kinds.ts';
import { type SyncReceipt, syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import { standingDocuments } from '../modules/accounting-sync/rows/index.ts';
import { blocksOf } from './building.ts';
import { categoriesOf } from './categories.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { InvoicedMark } from './invoices-issued.ts';
import { cardService } from './manual-bills.ts';
import type { Sets } from './prepared.ts';
import { fundsOf, pricesOf } from './services.ts';
import { PLACES, type Site } from './sites.ts';

/** A record with a code in the accounting software. */
interface Named {
  _id: string;
  code?: string | null;
  name?: string | null;
}
type Entry = Made<typeof journalEntry>;
type Row = Made<typeof syncReceipt>;

const KINDS = ['BILL', 'RECEIPT', 'PAYSLIP', 'FUND_TRANSFER'] as const;
/** Apartments without an accounting code among those with documents, and at most how many documents fail for it. */
const UNMAPPED = 3;
const UP_TO = 5;
const [CHANGED, DIFFERING] = [4, 2];
const SANDBOX = { url: 'http://127.0.0.1:2530', user: 'lobby', baseUnitCode: 'HSEN' };

/** A code in the form the software accepts. */
const short = (text: string, kind: CodeKind) =>
  text
    .normalize('NFD')
    .replaceAll(/[đĐ]/g, 'D')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, longestCode(kind));

function codesOf(site: Site, units: readonly Named[], unmapped: ReadonlySet<string>): Made<typeof syncCode>[] {
  const id = idsOf('sync-code', site.key);
  const project = { _id: site.id, code: PLACES[site.key].code, name: site.name };
  const held: readonly (readonly [CodeKind, readonly Named[]])[] = [
    ['PROJECT', [project]],
    ['BLOCK', blocksOf(site).map(block => ({ ...block, code: block.name ?? null }))],
    ['UNIT', units.filter(({ _id }) => !unmapped.has(_id))],
    ['SERVICE', [...pricesOf(site).map(price => price.service), cardService(site)]],
    ['CATEGORY', categoriesOf(site)],
    ['FUND', fundsOf(site).funds],
  ];
  const named = held
    .flatMap(([kind, all]) => all.map(doc => [kind, doc] as const))
    .map(([kind, doc], n) => {
      const ours = String(doc.code);
      const code = kind === 'PROJECT' ? SANDBOX.baseUnitCode : short(ours, kind);
      return recordOf(syncCode, site.id, id(n), site.founded, {
        kind,
        ours,
        label: doc.name ?? ours,
        code,
        recordId: doc._id,
        active: true,
      });
    });
  const usual = (n: number, values: Partial<Made<typeof syncCode>>) =>
    recordOf(syncCode, site.id, id(named.length + n), site.founded, { active: true, ...values });
  const pairs = Object.entries(USUAL_PAIRS).map(([ours, [debit, credit]], n) =>
    usual(n, {
      kind: 'ACCOUNT_PAIR',
      ours,
      label: PAIR_NAMES[ours] ?? ours,
      debit,
      credit,
      recordId: ours,
    }),
  );
  const taxes = TAX_RATES_SENT.map((ours, n) => {
    const code = usualTaxCode(ours);
    return usual(pairs.length + n, {
      kind: 'TAX',
      ours,
      label: ours === 'KCT' ? ours : `${ours}%`,
      code,
      recordId: ours,
    });
  });
  return [...named, ...pairs, ...taxes];
}

/** Sync rows of all documents posted since the first day and not reversed. */
function rowsOf(site: Site, entries: readonly Entry[], connectionId: string, fromDay: string): Row[] {
  const id = idsOf('sync-receipt', site.key);
  const documents = standingDocuments<Entry>(KINDS);
  for (const entry of entries) if (entry.accountingDate >= fromDay) documents.add(entry);
  return documents.all().map(({ first, values }, n) =>
    recordOf(syncReceipt, site.id, id(n), first.createdAt, {
      ...(values as Partial<SyncReceipt>),
      connectionId,
    }),
  );
}

/** Sets the result of the latest run on the rows of documents it covered. */
function sendAll(rows: readonly Row[], unmapped: ReadonlySet<string>, upTo: string, sentAt: Date): void {
  let faults = 0;
  const sent: Row[] = [];
  for (const [n, row] of rows.entries()) {
    if (row.accountingDate === null || row.accountingDate > upTo) continue;
    if (row.unitId && unmapped.has(row.unitId)) {
      if (++faults > UP_TO) continue;
      Object.assign(row, {
        status: 'PENDING',
        hasError: true,
        errorCode: 'ACCOUNTING_APARTMENT_CODE_MISSING',
        attempts: 0,
        errorText: 'Căn hộ chưa có mã bên kế toán.',
      });
      continue;
    }
    const number = String(n + 1).padStart(6, '0');
    Object.assign(row, {
      status: 'SYNCED',
      foreignId: `demo-${number}`,
      foreignCode: `CT${number}`,
      attempts: 1,
      sentAt,
      verifiedAt: new Date(sentAt.getTime() + HOUR_MS),
    });
    sent.push(row);
  }
  const [changed, differing] = [sent.slice(-CHANGED), sent.slice(0, DIFFERING)];
  for (const row of changed) Object.assign(row, { status: 'CHANGED', edition: 2, touched: 1 });
  for (const row of differing) {
    if (changed.includes(row)) continue;
    const [ours, theirs] = [String(row.amount), String(Number(row.amount) - 1)];
    Object.assign(row, { status: 'OUT_OF_SYNC', difference: [{ field: 'amount', ours, theirs }] });
  }
}

/** One run per night since the first day; the last one failed for documents without a code. */
function runsOf(site: Site, connectionId: string, nights: readonly Date[], rows: readonly Row[]) {
  const id = idsOf('sync-run', site.key);
  return nights.map((at, n) => {
    const last = n === nights.length - 1;
    const [sent, failed] = last
      ? [rows.filter(({ sentAt }) => sentAt).length, rows.filter(({ hasError }) => hasError).length]
      : [0, 0];
    if (last) for (const row of rows) if (row.sentAt || row.hasError) row.runId = id(n);
    const local = new Date(at.getTime() + 7 * HOUR_MS).toISOString();
    return recordOf(syncRun, site.id, id(n), at, {
      name: `${local.slice(0, 10)} ${local.slice(11, 16)}`,
      by: 'SCHEDULE',
      connectionId,
      sent,
      failed,
      of: sent + failed,
      endedAt: new Date(at.getTime() + 120_000),
      status: failed > 0 ? 'DONE_WITH_ERRORS' : 'DONE',
    });
  });
}

/**
 * Connection of the large building to the accounting software, with codes, sync rows and runs; empty for the small
 * building.
 */
export function syncingOf(
  site: Site,
  { entries, marks }: { entries: readonly Entry[]; marks: ReadonlyMap<string, InvoicedMark> },
  units: readonly Named[],
  now: Date,
): Sets {
  if (site.key !== 'hoasen') return [];
  const fromDay = `${monthOf(dayOf(now, VIETNAM))}-01`;
  const connectionId = idsOf('sync-connection', site.key)(0);
  const first = new Date(`${fromDay}T18:30:00Z`);
  const nights = Array.from({ length: 31 }, (_, n) => new Date(first.getTime() + n * DAY_MS)).filter(at => at < now);
  const last = nights.at(-1) ?? null;
  const rows = rowsOf(site, entries, connectionId, fromDay);
  for (const row of rows) Object.assign(row, marks.get(String(row.documentId)));
  const upTo = `${fromDay.slice(0, 8)}07`;
  const waiting = new Set(
    rows.filter(({ accountingDate }) => String(accountingDate) <= upTo).map(({ unitId }) => unitId),
  );
  const unmapped = new Set(
    units
      .filter(({ _id }) => waiting.has(_id))
      .slice(-UNMAPPED)
      .map(({ _id }) => _id),
  );
  if (last) sendAll(rows, unmapped, upTo, last);
  const connection = recordOf(syncConnection, site.id, connectionId, site.founded, {
    name: 'FAST Accounting',
    adapter: 'FAST',
    ...SANDBOX,
    fromDay,
    schedule: 'NIGHTLY',
    status: 'ACTIVE',
    kinds: KINDS.map(kind => ({ kind })),
    sendCancellations: true,
    verifyNightly: true,
    secretSetAt: site.founded,
    testPassedAt: site.founded,
    lastRunAt: last,
    lastOkAt: last,
  });
  return [
    [syncConnection, [connection]],
    [syncCode, codesOf(site, units, unmapped)],
    [syncRun, runsOf(site, connectionId, nights, rows)],
    [syncReceipt, rows],
  ];
}
