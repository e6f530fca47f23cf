import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { parkingSummary } from '@lobby/shared/modules/parking.contract.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { Car } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../../kit/ui/figures/Sums.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { ReportPage } from '../../../kit/ui/pages/ReportPage.tsx';
import { Empty, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { thisMonth } from '../../../kit/ui/today.ts';
import { MonthAndBlock } from '../../usage/index.ts';

type ParkingRow = AnswerOf<typeof parkingSummary>['rows'][number];

const TONES = {
  TO_BILL: ['waiting', 'clock'],
  DRAFT: ['waiting', 'circle-dot'],
  ACTIVE: ['done', 'circle-check'],
  NO_TARIFF: ['bad', 'circle-x'],
  NONE: ['ended', 'ban'],
} as const;

/** Vehicles by unit with the parking price of a month, and whether it is billed; live. */
export function ByUnit() {
  const { t } = useTranslation(['parking', 'usage', 'books', 'vehicle']);
  const { money, number, day } = useFormats();
  const { idUnitGroup } = useParams();
  const [month, setMonth] = useState(thisMonth());
  const [blockId, setBlockId] = useState('');
  const mayOpen = useCan(vehicle.code, 'read');
  const { data, error, again } = useContract<typeof parkingSummary>('/parking/summary', {
    follow: 'BILL',
    delay: 1500,
    query: { month, ...(blockId && { blockId }) },
  });
  const rows = data?.rows ?? [];
  const sum = (of: (row: ParkingRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return (
    <ReportPage
      title={t('parking:byUnit.title')}
      asks={<MonthAndBlock month={month} onMonth={setMonth} blockId={blockId} onBlock={setBlockId} />}
    >
      {error && !data && <ErrorState title={t('books:failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data && (
        <>
          <Sums
            of={[
              [t('parking:byUnit.units'), number(new Set(rows.map(({ unitId }) => unitId)).size)],
              [t('parking:byUnit.vehicles'), number(sum(({ vehicles }) => vehicles.length))],
              [t('parking:byUnit.unpriced'), number(data.unpriced)],
              [t('books:debt.total'), money(sum(({ total }) => total ?? 0))],
            ]}
          />
          {rows.length === 0 ? (
            <Empty icon={Car} title={t('parking:byUnit.none')} />
          ) : (
            <FigureTable<ParkingRow>
              label={t('parking:byUnit.title')}
              rows={rows}
              keyOf={({ unitId, serviceId }) => `${unitId} ${serviceId}`}
              columns={[
                { key: 'unit', label: t('fields.unitId'), cell: ({ code }) => code, foot: t('books:debt.total') },
                {
                  key: 'service',
                  label: t('fields.serviceId'),
                  cell: ({ serviceId }) => <RefName to="service" id={serviceId} />,
                },
                {
                  key: 'plates',
                  label: t('parking:byUnit.plates'),
                  cell: ({ vehicles, places }) => (
                    <>
                      {vehicles.map(({ id, plate, since }, n) => (
                        <span key={id} title={since ? t('parking:byUnit.since', { day: day(since) }) : undefined}>
                          {n > 0 && ', '}
                          {mayOpen ? (
                            <Link to={`/projects/${idUnitGroup}/card-warehouse?part=vehicles&id=${id}`}>{plate}</Link>
                          ) : (
                            plate
                          )}
                        </span>
                      ))}
                      {places > 0 && ` + ${t('parking:byUnit.places', { count: places })}`}
                    </>
                  ),
                },
                {
                  key: 'count',
                  label: t('parking:byUnit.vehicles'),
                  figure: true,
                  cell: ({ vehicles, places }) => number(vehicles.length + places),
                  foot: number(sum(({ vehicles, places }) => vehicles.length + places)),
                },
                {
                  key: 'total',
                  label: t('parking:byUnit.fee'),
                  figure: true,
                  cell: ({ total }) => (total === null ? '–' : money(total)),
                  foot: money(sum(({ total }) => total ?? 0)),
                },
                {
                  key: 'state',
                  label: t('usage:sheet.state'),
                  cell: ({ state }) => (
                    <Status tone={TONES[state][0]} icon={TONES[state][1]}>
                      {t(`parking:byUnit.states.${state}`)}
                    </Status>
                  ),
                },
              ]}
            />
          )}
        </>
      )}
    </ReportPage>
  );
}
