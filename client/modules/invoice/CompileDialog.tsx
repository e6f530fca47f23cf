import { invoice } from '@lobby/shared/modules/invoice.ts';
import { INVOICE_CONFIG_PATH } from '@lobby/shared/modules/invoice-config.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Checkbox } from '../../kit/ui/Checkbox.tsx';
import { Dialog } from '../../kit/ui/Dialog.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { DayInput } from '../../kit/ui/form/DayInput.tsx';
import { Select } from '../../kit/ui/Select.tsx';
import { thisMonth } from '../../kit/ui/today.ts';
import { useIdempotencyKey } from '../../kit/ui/useIdempotencyKey.ts';
import { useSubmit } from '../../kit/ui/useSubmit.ts';
import { styleClass } from '../../theme/classes.ts';
import type { HeldConfig } from './held.ts';

interface CompiledLine {
  name: string;
  amount: number;
}
interface Compiled {
  key: string;
  unitCode: string;
  buyer: { name: string | null; company: string | null } | null;
  items: CompiledLine[];
  subTotal: number;
  vatAmount: number;
  total: number;
  faults: { code: string; name: string | null }[];
}

const SOURCES = ['RELEASED', 'PAID', 'PAID_BEFORE'] as const;
/** Rows that are shown at once; the sums are of all. */
const SHOWN = 300;

const partsClass = styleClass({
  display: 'grid',
  gap: '3',
  '& fieldset': { display: 'grid', gridTemplateColumns: { base: '1fr', md: '1fr 1fr' }, gap: '3', alignItems: 'end' },
  '& [role=alert], & [data-fault]': { color: 'bad.fg' },
  '& small': { color: 'fg.muted', display: 'block' },
});

/** Invoices of a month in two steps: what is to be invoiced, then the drafts of what is right. */
export function CompileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation([invoice.name, 'kit', 'errors']);
  const { money } = useFormats();
  const keyOf = useIdempotencyKey();
  const { data: config } = useQuery<HeldConfig>(INVOICE_CONFIG_PATH);
  const [month, setMonth] = useState(thisMonth());
  const [chosen, setChosen] = useState<string | null>(null);
  const [finalInvoice, setFinalInvoice] = useState(false);
  const [rows, setRows] = useState<readonly Compiled[] | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { busy, error, run } = useSubmit();
  const source = chosen ?? config?.compileFrom ?? 'RELEASED';
  const asked = { month, source, finalInvoice };
  const look = () =>
    run(async () => {
      const { data } = await request<{ rows: Compiled[] }>('POST', `${invoice.path}/compile/preview`, {
        ...scopeNow(),
        body: asked,
      });
      setRows(data.rows);
      setLeft(new Set());
    });
  const good = (rows ?? []).filter(({ key, faults }) => faults.length === 0 && !left.has(key));
  const make = () =>
    run(async () => {
      const body = { ...asked, rows: good.map(({ key }) => ({ key })) };
      const { data } = await request<{ made: string[]; refused: unknown[] }>('POST', `${invoice.path}/compile`, {
        ...scopeNow(),
        body,
        idempotencyKey: keyOf(body),
      });
      toast({ tone: 'done', title: t('compile.made', { count: data.made.length }) });
      onClose();
    });
  const flip = (key: string) =>
    setLeft(before => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={t(rows ? 'compile.check' : 'compile.open')}
      footer={
        rows ? (
          <>
            <Button onClick={() => setRows(null)}>{t('compile.back')}</Button>
            <Button look="filled" busy={busy} disabled={good.length === 0} onClick={() => void make()}>
              {t('compile.make', { count: good.length })}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('kit:form.cancel')}</Button>
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
                  onChange={event => setChosen(event.target.value)}
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
        {error && <p role="alert">{error}</p>}
        {rows?.length === 0 && <p>{t('compile.none')}</p>}
        {rows && rows.length > 0 && (
          <>
            <p role="status">
              {t('compile.sum', {
                count: good.length,
                total: money(good.reduce((sum, { total }) => sum + total, 0)),
                left: rows.length - good.length,
              })}
            </p>
            <FigureTable
              label={t('compile.check')}
              // What needs a hand comes first.
              rows={rows.toSorted((a, b) => Number(b.faults.length > 0) - Number(a.faults.length > 0)).slice(0, SHOWN)}
              keyOf={one => one.key}
              columns={[
                {
                  key: 'unit',
                  label: t('fields.unitId'),
                  cell: one => (
                    <Checkbox
                      label={one.unitCode}
                      checked={one.faults.length === 0 && !left.has(one.key)}
                      disabled={one.faults.length > 0}
                      onChange={() => flip(one.key)}
                    />
                  ),
                },
                {
                  key: 'buyer',
                  label: t('fields.buyerName'),
                  cell: one => (
                    <>
                      {one.buyer?.company ?? one.buyer?.name}
                      <small>{one.items.map(({ name, amount }) => `${name} ${money(amount)}`).join(' · ')}</small>
                      {one.faults.length > 0 && (
                        <span data-fault="">
                          {one.faults.map(({ code, name }) => t(`errors:${code}`, { name: name ?? '' })).join(' ')}
                        </span>
                      )}
                    </>
                  ),
                },
                { key: 'subTotal', label: t('fields.subTotal'), figure: true, cell: one => money(one.subTotal) },
                { key: 'vat', label: t('fields.vatAmount'), figure: true, cell: one => money(one.vatAmount) },
                { key: 'total', label: t('fields.total'), figure: true, cell: one => money(one.total) },
              ]}
            />
            {rows.length > SHOWN && <p>{t('compile.more', { count: rows.length - SHOWN })}</p>}
          </>
        )}
      </div>
    </Dialog>
  );
}
