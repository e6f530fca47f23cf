import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import { device } from '@lobby/shared/modules/device.ts';
import {
  deviceReading,
  type Meter,
  metersIn,
  READING_SHEET,
  UNUSUAL_STEPS,
} from '@lobby/shared/modules/device-reading.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { readDecimal } from '../../kit/ui/form/inputs/numbers.ts';
import { ImportSheet } from '../../kit/ui/import/ImportSheet.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { ReadingCurve } from './ReadingCurve.tsx';

const SHOWN = 50;
/** Number of latest increments that the usual one is averaged from. */
const STEPS = 10;
const meterClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  mb: '6',
  '& h3': { textStyle: 'sm', fontWeight: 'semibold', m: '0' },
  '& [data-row]': { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'end' },
  '& small': { color: 'fg.muted' },
  '& [role=alert]': { color: 'bad.fg', textStyle: 'sm', m: '0' },
});

/** Readings of the meters of a device, each with an input for a new reading; live. */
export function ReadingsTab({ id }: { id: string }) {
  const { t } = useTranslation(device.name);
  const { row, state } = useRecord(device, id);
  const { data } = useRows(deviceReading, {
    filter: { deviceId: { in: [id] } },
    limit: SHOWN,
    follow: device.code,
  });
  if (!row || state === 'loading') return <SkeletonRows />;
  const meters = metersIn(row.meters);
  if (meters.length === 0) return <Empty title={t('readings.none')} />;
  return (
    <DetailBody>
      <ImportSheet definition={READING_SHEET.definition} label={t('readings.import')} />
      {meters.map(meter => (
        <MeterPart
          key={meter.key}
          deviceId={id}
          meter={meter}
          readings={(data ?? []).filter(reading => reading.meter === meter.key)}
        />
      ))}
    </DetailBody>
  );
}

/** Average rise of a counter between two readings; null if there is none to average. */
function usualStep(readings: readonly ListedOf<typeof deviceReading>[]): number | null {
  const values = readings.slice(0, STEPS + 1).map(({ value }) => Number(value));
  const steps = values.slice(0, -1).map((value, n) => value - (values[n + 1] ?? value));
  const risen = steps.filter(step => step > 0);
  return risen.length > 0 ? risen.reduce((sum, step) => sum + step, 0) / risen.length : null;
}

function MeterPart({ deviceId, meter, readings }: MeterPartProps) {
  const { t } = useTranslation([device.name, deviceReading.name]);
  const { number, dateTime } = useFormats();
  const may = useCan(device.code, 'write');
  const { busy, error, code, run } = useSubmit();
  const [typed, setTyped] = useState('');
  const [reset, setReset] = useState(false);
  const [doubted, setDoubted] = useState<number | null>(null);
  const read = readDecimal(typed, number(0.5));
  const isRead = read !== null;
  const value = read ?? 0;
  const usual = meter.kind === 'COUNTER' ? usualStep(readings) : null;
  const step = typeof meter.last === 'number' ? value - meter.last : null;
  const send = () =>
    run(async () => {
      setDoubted(null);
      const body = { meter: meter.key, value, ...(reset && { reset }) };
      await request('PUT', `${device.path}/${deviceId}/reading`, { ...scopeNow(), body });
      setTyped('');
      setReset(false);
    });
  const unusual = usual !== null && step !== null && !reset && step > UNUSUAL_STEPS * usual;
  return (
    <section className={meterClass()} aria-label={meter.name}>
      <h3>
        {meter.name} {meter.unitName && <small>({meter.unitName})</small>}
      </h3>
      {may && (
        <div data-row="">
          <Field label={t('readings.value')}>
            <TextInput inputMode="decimal" value={typed} onChange={event => setTyped(event.target.value)} />
          </Field>
          {meter.kind === 'COUNTER' && (
            <Checkbox label={t('readings.reset')} checked={reset} onChange={() => setReset(!reset)} />
          )}
          <Button
            look="filled"
            busy={busy}
            disabled={!isRead}
            onClick={() => (unusual ? setDoubted(step) : void send())}
          >
            {t('readings.save')}
          </Button>
          {typeof meter.last === 'number' && <small>{t('readings.last', { value: number(meter.last) })}</small>}
        </div>
      )}
      <Refused error={error} code={code} />
      <ReadingCurve meter={meter} readings={readings} />
      <FigureTable<ListedOf<typeof deviceReading>>
        label={meter.name}
        rows={readings}
        keyOf={row => row.id}
        columns={[
          { key: 'at', label: t('device-reading:fields.at'), cell: row => (row.at ? dateTime(row.at) : '–') },
          {
            key: 'value',
            label: t('device-reading:fields.value'),
            figure: true,
            cell: row => (row.value === null ? '–' : number(row.value)),
          },
          {
            key: 'by',
            label: t('device-reading:fields.byId'),
            cell: row => (row.byId ? <RefName to="employee" id={row.byId} /> : '–'),
          },
        ]}
      />
      <ConfirmDialog
        open={doubted !== null}
        title={t('readings.sure', { step: number(doubted ?? 0), usual: number(Math.round(usual ?? 0)) })}
        confirm={t('readings.save')}
        onConfirm={() => void send()}
        onCancel={() => setDoubted(null)}
      />
    </section>
  );
}
interface MeterPartProps {
  deviceId: string;
  meter: Meter;
  readings: readonly ListedOf<typeof deviceReading>[];
}
