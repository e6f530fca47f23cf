import type { bookingStatistics } from '@lobby/shared/modules/utility-booking.contract.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { bookable } from '@lobby/shared/modules/utility-group.contract.ts';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { SortedTable, Takes, useAsked, useSums } from './figures.tsx';
import { HeatMap } from './HeatMap.tsx';
import { HourDialog } from './HourDialog.tsx';
import { IncomeLine } from './IncomeLine.tsx';

const PATH = `${utilityBooking.path}/statistics`;
const CARDS = [
  'bookings',
  'use',
  'income',
  'refunds',
  'depositsHeld',
  'noShows',
  'rate',
  'requested',
  'refused',
  'leadMedian',
  'leadMost',
];

/** Usage of amenities by hour and weekday, and their income; live. */
export function BookingStatistics() {
  const { t } = useTranslation('amenity-statistics');
  const { money, number } = useFormats();
  const navigate = useNavigate();
  const mayExport = useCan(utilityBooking.code, 'export');
  const { asked, fields } = useAsked();
  const [of, setOf] = useState('');
  const [cell, setCell] = useState<{ weekday: number; hour: number } | null>(null);
  const sums = useSums();
  const { data: groups } = useContract<typeof bookable>('/utility-group/booking', { follow: utilityBooking.code });
  const [kind, id] = of.split(' ');
  const query = { ...asked, ...(of && { [String(kind)]: String(id) }) };
  const { data, error, again } = useContract<typeof bookingStatistics>('/utility-booking/statistics', {
    follow: utilityBooking.code,
    delay: 1000,
    query,
  });
  const choices = (groups ?? []).flatMap(group => [
    { value: `groupId ${group.id}`, label: group.name },
    ...group.amenities.map(amenity => ({ value: `utilityId ${amenity.id}`, label: `· ${amenity.name}` })),
  ]);
  return (
    <ReportPage
      title={t('title')}
      actions={<Takes path={PATH} query={query} may={mayExport} />}
      asks={
        <>
          {fields}
          <Field label={t('tables.amenities')}>
            <Select
              value={of}
              choices={[{ value: '', label: t('all') }, ...choices]}
              onChange={event => setOf(event.target.value)}
            />
          </Field>
        </>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      {data?.amenities.length === 0 && (
        <Empty
          icon={ChartColumn}
          title={t('none')}
          actions={<Button onClick={() => void navigate('../configs-amenities')}>{t('tables.amenities')}</Button>}
        >
          {t('noneText')}
        </Empty>
      )}
      {data && data.amenities.length > 0 && (
        <div style={{ overflow: 'auto', minHeight: 0 }}>
          <Sums of={sums(CARDS, data.totals, data.before)} />
          <HeatMap heat={data.heat} onOpen={(weekday, hour) => setCell({ weekday, hour })} />
          {asked.by === 'month' && <IncomeLine steps={data.series} />}
          <SortedTable
            table="amenities"
            rows={data.amenities}
            keyOf={({ utilityId }) => utilityId}
            columns={['name', 'openHours', 'usedHours', 'use', 'bookings', 'income', 'refunds', 'refused']}
          />
          <SortedTable
            table="series"
            rows={data.series}
            keyOf={({ step }) => step}
            columns={['step', 'bookings', 'frames', 'persons', 'income', 'refunds', 'noShows']}
          />
          <h2 style={{ padding: '8px 16px' }}>{t('refundsBy')}</h2>
          <Sums
            of={data.totals.refundsBy.map(
              ({ cause, count, amount }) => [t(`causes.${cause}`), `${money(amount)} · ${number(count)}`] as const,
            )}
          />
          <SortedTable table="top" rows={data.top} keyOf={({ unitId }) => unitId} columns={['code', 'bookings']} />
          <p style={{ padding: '8px 16px' }}>
            {t('without', { count: data.without })} · <Link to="../statistics/journal">{t('books')}</Link>
          </p>
        </div>
      )}
      {cell && (
        <HourDialog
          title={t('behind', { hour: cell.hour })}
          query={{ ...query, weekday: String(cell.weekday), hour: String(cell.hour) }}
          onClose={() => setCell(null)}
        />
      )}
    </ReportPage>
  );
}
