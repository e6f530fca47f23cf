import { type SummedLine, sumsOf } from '@lobby/shared/billing/invoice-sums.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { compilePreview } from '@lobby/shared/modules/invoice.contract.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import type { invoiceSettings } from '@lobby/shared/modules/invoice-config.contract.ts';
import { INVOICE_CONFIG } from '@lobby/shared/modules/invoice-config.ts';
import { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import type { Chunked } from '../../../kit/live/background-jobs.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Combobox, ManyCombobox } from '../../../kit/ui/controls/Combobox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import type { Option } from '../../../kit/ui/controls/options.ts';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { useIdempotencyKey } from '../../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { useRefLoad } from '../../../kit/ui/form/inputs/choices/ref-options.ts';
import { DayInput } from '../../../kit/ui/form/inputs/dates/DayInput.tsx';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { TabPanel, Tabs } from '../../../kit/ui/layout/Tabs.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { thisMonth } from '../../../kit/ui/today.ts';
import { useChunkedRun } from '../../../kit/ui/useChunkedRun.ts';
import { styleClass } from '../../../theme/classes.ts';

interface CompiledLine extends SummedLine {
  key: string;
  name: string;
}
type Fault = Compiled['faults'][number];
interface Made {
  made: string[];
  refused: (Fault & { key: string })[];
}
/** Result where not all chosen rows became drafts. */
type Partly = Made & { left: number };
type Compiled = AnswerOf<typeof compilePreview>['rows'][number];

const SOURCES = ['RELEASED', 'PAID', 'PAID_BEFORE'] as const;
const GROUPINGS = INVOICE_CONFIG.grouping.options;
/** Screen where a fault is corrected. */
const MENDED: Readonly<Record<string, string>> = {
  INVOICE_ITEM_MISSING: invoiceItem.route,
  INVOICE_TAX_RATE_DIFFERS: invoiceItem.route,
  INVOICE_BUYER_NOT_FOUND: `${invoice.route}?part=buyers`,
};
const NOBODY = 'INVOICE_BUYER_NOT_FOUND';
const isInvoiced = ({ faults }: Compiled) =>
  faults.length > 0 && faults.every(({ code }) => code === 'INVOICE_ALREADY_COMPILED');
/** Maximum number of rows shown; totals cover all. */
const SHOWN = 300;

const partsClass = styleClass({
  display: 'grid',
  gap: '3',
  '& fieldset': { display: 'grid', gridTemplateColumns: { base: '1fr', md: '1fr 1fr' }, gap: '3', alignItems: 'end' },
  '& [role=alert], & [data-fault]': { color: 'bad.fg' },
  '& small': { color: 'fg.muted', display: 'block' },
  // On phones the first cell contains all but the sum.
  '& tbody th': { whiteSpace: 'normal' },
  '& :is(td, th) > button': { color: 'fg.muted', textStyle: 'xs', textDecoration: 'underline', textAlign: 'start' },
  '& summary': { color: 'fg.muted', textStyle: 'xs', cursor: 'pointer' },
  '& details > label, & [data-fault]': { display: 'flex', flexWrap: 'wrap', columnGap: '1' },
});

/** Number of drafts, of rows not reached, and reasons of the refused ones. */
function PartlyMade({ partly, unitCodes }: { partly: Partly; unitCodes: ReadonlyMap<string, string> }) {
  const { t } = useTranslation([invoice.name, 'errors']);
  const { made, refused, left } = partly;
  return (
    <div role="status">
      <p>{t('compile.made', { count: made.length })}</p>
      {left > 0 && <p>{t('compile.stopped', { count: left })}</p>}
      {refused.length > 0 && <p>{t('compile.refused', { count: refused.length })}</p>}
      <ul>
        {refused.slice(0, SHOWN).map(({ key, code, name }) => (
          <li key={key}>
            {unitCodes.get(key)}: {t(`errors:${code}`, { name: name ?? '' })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Compiles the invoices of a month: preview, then drafts of the valid rows. */
export function CompileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation([invoice.name, invoiceItem.name, 'invoice-config', 'kit', 'errors']);
  const { money } = useFormats();
  const keyOf = useIdempotencyKey();
  const { data: config } = useContract<typeof invoiceSettings>('/e-invoice-config');
  const [month, setMonth] = useState(thisMonth());
  const [chosen, setChosen] = useState<(typeof SOURCES)[number] | null>(null);
  const [finalInvoice, setFinalInvoice] = useState(false);
  const [rows, setRows] = useState<readonly Compiled[] | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { busy, error, code, run } = useSubmit();
  const phone = usePhone();
  const { progress, stop, follow } = useChunkedRun(`${invoice.path}/compile`);
  /** Buyers chosen by hand, by row key; null while one is being chosen. */
  const [buyers, setBuyers] = useState<ReadonlyMap<string, Option | null>>(new Map());
  const [looked, setLooked] = useState(0);
  const [part, setPart] = useState<'whole' | 'faulty'>('whole');
  const panel = useId();
  const [partly, setPartly] = useState<Partly | null>(null);
  const [units, setUnits] = useState<readonly Option[]>([]);
  const [services, setServices] = useState<readonly Option[]>([]);
  const [groupedBy, setGroupedBy] = useState<(typeof GROUPINGS)[number] | null>(null);
  const { idUnitGroup = '' } = useParams();
  const [loadUnits, loadServices] = [useRefLoad('unit'), useRefLoad('service')];
  const loadBuyers = useRefLoad(invoiceBuyer.name);
  const source = chosen ?? config?.compileFrom ?? 'RELEASED';
  const grouping = groupedBy ?? config?.grouping ?? 'UNIT';
  const idsOf = (options: readonly Option[]) => options.map(({ value }) => value);
  const query = {
    month,
    source,
    finalInvoice,
    grouping,
    ...(units.length > 0 && { unitIds: idsOf(units) }),
    ...(services.length > 0 && { serviceIds: idsOf(services) }),
  };
  const look = () =>
    run(async () => {
      const { data } = await callContract<typeof compilePreview>('POST', '/e-invoice/compile/preview', {
        ...scopeNow(),
        body: query,
      });
      setRows(data.rows);
      setLeft(new Set());
      setPartly(null);
      setPart('whole');
      setBuyers(new Map());
      setLooked(before => before + 1);
    });
  const taken = ({ items }: Compiled) => items.filter(({ key }) => !left.has(key));
  const faultsOf = ({ key, faults }: Compiled) => faults.filter(({ code }) => code !== NOBODY || !buyers.get(key));
  const isGood = (row: Compiled) => faultsOf(row).length === 0 && !left.has(row.key) && taken(row).length > 0;
  // Rows that are invoiced already are left out.
  const done = (rows ?? []).filter(isInvoiced);
  const open = (rows ?? []).filter(row => !isInvoiced(row));
  const good = open.filter(isGood);
  // Valid rows and faulty ones are shown on separate tabs.
  const [faulty, whole] = [open.filter(row => row.faults.length > 0), open.filter(row => row.faults.length === 0)];
  const tabs = [
    { value: 'whole' as const, label: t('compile.whole'), count: whole.length },
    { value: 'faulty' as const, label: t('compile.faulty'), count: faulty.length, tone: 'bad' as const },
  ];
  const shownPart = whole.length === 0 ? 'faulty' : faulty.length === 0 ? 'whole' : part;
  const inView = shownPart === 'faulty' ? faulty : whole;
  const divided = faulty.length > 0 && whole.length > 0;
  const sums = (row: Compiled) => sumsOf(taken(row), false);
  const unitCodes = new Map(rows?.map(({ key, unitCode }) => [key, unitCode]));
  const make = () =>
    run(async () => {
      const without = ({ items }: Compiled) => items.flatMap(({ key }) => (left.has(key) ? [key] : []));
      const body = {
        ...query,
        rows: good.map(row => ({ key: row.key, without: without(row), buyerId: buyers.get(row.key)?.value })),
      };
      const scope = scopeNow();
      const { data: answer } = await request<Made | { id: string }>('POST', `${invoice.path}/compile`, {
        ...scope,
        body,
        // A repeated request after a new preview needs a new key.
        idempotencyKey: keyOf({ ...body, looked }),
      });
      const chunks = 'id' in answer ? await follow<Made & Chunked>(answer.id, scope) : null;
      const { made, refused } = chunks ?? (answer as Made);
      const unreached = chunks?.state === 'CANCELLED' ? chunks.of - chunks.done : 0;
      if (unreached > 0 || refused.length > 0) return setPartly({ made, refused, left: unreached });
      toast({ tone: 'done', title: t('compile.made', { count: made.length }) });
      onClose();
    });
  const choose = (key: string, option: Option | null) => setBuyers(before => new Map(before).set(key, option));
  const lineOf = ({ name, amount }: CompiledLine) => `${name} ${money(amount)}`;
  const flip = (key: string) =>
    setLeft(before => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const picked = (row: Compiled) => (
    <Checkbox
      label={row.unitCode}
      checked={isGood(row)}
      disabled={faultsOf(row).length > 0}
      onChange={() => flip(row.key)}
    />
  );
  const figure = (name: 'subTotal' | 'vatAmount' | 'total') => ({
    key: name,
    label: t(`fields.${name}`),
    figure: true,
    cell: (row: Compiled) => (row.items.length > 0 ? money(sums(row)[name]) : ''),
  });
  const table = (
    <FigureTable
      label={t('compile.check')}
      cards
      rows={inView.slice(0, SHOWN)}
      keyOf={row => row.key}
      columns={[
        ...(phone ? [] : [{ key: 'unit', label: t('fields.unitId'), cell: picked }]),
        {
          key: 'buyer',
          label: t('fields.buyerName'),
          cell: row => (
            <>
              {phone && <div>{picked(row)}</div>}
              {buyers.get(row.key)?.label ?? row.buyer?.company ?? row.buyer?.name}{' '}
              {row.faults.every(({ code }) => code === NOBODY) &&
                (buyers.get(row.key) === null ? (
                  <Combobox
                    autoOpen
                    aria-label={t('compile.buyer')}
                    load={loadBuyers}
                    value={null}
                    onChange={option => choose(row.key, option)}
                  />
                ) : (
                  <button type="button" onClick={() => choose(row.key, null)}>
                    {t('compile.buyer')}
                  </button>
                ))}
              {row.items.length === 1 && <small>{row.items.map(lineOf).join(' · ')}</small>}
              {row.items.length > 1 && (
                <details>
                  <summary>{taken(row).map(lineOf).join(' · ')}</summary>
                  {row.items.map(line => (
                    <Checkbox
                      key={line.key}
                      label={lineOf(line)}
                      checked={!left.has(line.key)}
                      disabled={faultsOf(row).length > 0}
                      onChange={() => flip(line.key)}
                    />
                  ))}
                </details>
              )}
              {[...Map.groupBy(faultsOf(row), ({ code }) => code)].map(([code, all]) => (
                <span key={code} data-fault="">
                  {t(`errors:${code}`, { name: all.flatMap(({ name }) => name ?? []).join(', ') })}{' '}
                  {MENDED[code] && <Link to={`/projects/${idUnitGroup}/${MENDED[code]}`}>{t('compile.mend')}</Link>}
                </span>
              ))}
            </>
          ),
        },
        ...(phone ? [] : [figure('subTotal'), figure('vatAmount')]),
        figure('total'),
      ]}
    />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={t(rows ? 'compile.check' : 'compile.open')}
      footer={
        rows && !partly ? (
          <>
            {stop ? (
              <Button onClick={stop}>{t('kit:bulk.cancel')}</Button>
            ) : (
              <Button onClick={() => setRows(null)}>{t('compile.back')}</Button>
            )}
            <Button look="filled" busy={busy} disabled={good.length === 0} onClick={() => void make()}>
              {t('compile.make', { count: good.length })}
            </Button>
          </>
        ) : (
          <>
            <LeaveButton onClick={onClose} />
            <Button look="filled" busy={busy} onClick={() => void look()}>
              {t('compile.look')}
            </Button>
          </>
        )
      }
    >
      <div className={partsClass()}>
        {!rows && (
          <>
            <fieldset>
              <Field label={t('fields.month')}>
                <DayInput kind="month" label={t('fields.month')} value={month} onChange={setMonth} />
              </Field>
              <Field label={t('compile.source')}>
                <Select
                  value={source}
                  choices={SOURCES.map(value => ({ value, label: t(`compile.sources.${value}`) }))}
                  onChange={event => setChosen(SOURCES.find(option => option === event.target.value) ?? null)}
                />
              </Field>
              <Field label={t('compile.units')}>
                <ManyCombobox load={loadUnits} value={units} onChange={setUnits} placeholder={t('compile.all')} />
              </Field>
              <Field label={t('invoice-item:fields.serviceIds')}>
                <ManyCombobox
                  load={loadServices}
                  value={services}
                  onChange={setServices}
                  placeholder={t('compile.all')}
                />
              </Field>
              <Field label={t('invoice-config:fields.grouping')}>
                <Select
                  value={grouping}
                  choices={GROUPINGS.map(value => ({ value, label: t(`invoice-config:options.grouping.${value}`) }))}
                  onChange={event => setGroupedBy(GROUPINGS.find(option => option === event.target.value) ?? null)}
                />
              </Field>
            </fieldset>
            <p>{t(`compile.about.${source}`)}</p>
            {source === 'RELEASED' && (
              <Checkbox
                label={t('compile.finalInvoice')}
                checked={finalInvoice}
                onChange={() => setFinalInvoice(before => !before)}
              />
            )}
          </>
        )}
        <Refused error={error} code={code} />
        {progress && <p role="status">{t('compile.going', { done: progress.done, of: progress.of })}</p>}
        {partly && <PartlyMade partly={partly} unitCodes={unitCodes} />}
        {rows?.length === 0 && <p>{t('compile.none')}</p>}
        {done.length > 0 && !partly && <p>{t('compile.already', { count: done.length })}</p>}
        {open.length > 0 && !partly && (
          <>
            <p role="status">
              {t('compile.sum', {
                count: good.length,
                total: money(good.reduce((sum, row) => sum + sums(row).total, 0)),
                left: open.length - good.length,
              })}
            </p>
            {divided && (
              <Tabs label={t('compile.check')} tabs={tabs} value={shownPart} panel={panel} onChange={setPart} />
            )}
            {divided ? (
              <TabPanel id={panel} value={shownPart}>
                {table}
              </TabPanel>
            ) : (
              table
            )}
            {inView.length > SHOWN && <p>{t('compile.more', { count: inView.length - SHOWN })}</p>}
          </>
        )}
      </div>
    </Dialog>
  );
}
