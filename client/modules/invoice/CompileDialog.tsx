import { invoice } from '@lobby/shared/modules/invoice.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
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

interface Compiled {
  key: string;
  unitCode: string;
  buyer: { name: string | null; company: string | null } | null;
  items: unknown[];
  subTotal: number;
  vatAmount: number;
  total: number;
  faults: { code: string; name: string | null }[];
}

const partsClass = styleClass({
  display: 'grid',
  gap: '3',
  '& fieldset': {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: '1fr 1fr auto' },
    gap: '3',
    alignItems: 'end',
  },
  '& [role=alert]': { color: 'bad.fg' },
});

/** Invoices of a month in two steps: what would be invoiced, and the drafts of what is right. */
export function CompileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation([invoice.name, 'kit', 'errors']);
  const { money } = useFormats();
  const keyOf = useIdempotencyKey();
  const [month, setMonth] = useState(thisMonth());
  const [source, setSource] = useState('RELEASED');
  const [rows, setRows] = useState<readonly Compiled[] | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { busy, error, run } = useSubmit();
  const asked = { month, source };
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
      title={t('compile.open')}
      footer={
        <>
          <Button onClick={onClose}>{t('kit:form.cancel')}</Button>
          <Button look="filled" busy={busy} disabled={good.length === 0} onClick={() => void make()}>
            {t('compile.make', { count: good.length })}
          </Button>
        </>
      }
    >
      <div className={partsClass()}>
        <fieldset>
          <Field label={t('fields.month')}>
            <DayInput kind="month" label={t('fields.month')} value={month} onChange={setMonth} />
          </Field>
          <Field label={t('compile.source')}>
            <Select
              value={source}
              choices={(['RELEASED', 'PAID'] as const).map(value => ({ value, label: t(`compile.sources.${value}`) }))}
              onChange={event => setSource(event.target.value)}
            />
          </Field>
          <Button busy={busy} onClick={() => void look()}>
            {t('compile.look')}
          </Button>
        </fieldset>
        {error && <p role="alert">{error}</p>}
        {rows && rows.length === 0 && <p>{t('compile.none')}</p>}
        {rows && rows.length > 0 && (
          <FigureTable
            label={t('compile.open')}
            rows={rows}
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
              { key: 'buyer', label: t('fields.buyerName'), cell: one => one.buyer?.company ?? one.buyer?.name ?? '' },
              { key: 'lines', label: t('fields.items'), figure: true, cell: one => one.items.length },
              { key: 'subTotal', label: t('fields.subTotal'), figure: true, cell: one => money(one.subTotal) },
              { key: 'vat', label: t('fields.vatAmount'), figure: true, cell: one => money(one.vatAmount) },
              { key: 'total', label: t('fields.total'), figure: true, cell: one => money(one.total) },
              {
                key: 'faults',
                label: t('compile.faults'),
                cell: one => one.faults.map(({ code, name }) => t(`errors:${code}`, { name: name ?? '' })).join(' '),
              },
            ]}
          />
        )}
      </div>
    </Dialog>
  );
}
