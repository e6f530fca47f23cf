import { perUnit } from '@lobby/shared/billing/per-unit.ts';
import type { unitServices } from '@lobby/shared/modules/service-registration.contract.ts';
import { Bike, Car, Gauge } from 'lucide-react';
import { useContract } from '../../data/contract.ts';
import { useSession } from '../../data/session.ts';
import { monthTitle } from '../../fees.ts';
import { Card, IconSquare, Row } from '../../parts/cards.tsx';
import { Waiting } from '../../parts/parts.tsx';
import { day, number, t, unitWord } from '../../words.ts';

const MODULES = ['BILL'];
const CARS: readonly string[] = ['CAR', 'E_CAR', 'TRUCK'];

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');
/** Price, with its start date on a second line so that neither is cut off on phones. */
const Cost = ({ price, since }: { price: string; since: string }) => (
  <>
    {price}
    {price && since && <br />}
    {since}
  </>
);

/** Services and vehicles that the home is charged for, with current price and start date. */
export function Page() {
  const unitId = useSession()?.home.unitId;
  const { data, error } = useContract<typeof unitServices>(
    '/service-registration/units/:unitId',
    unitId && { params: { unitId } },
    MODULES,
  );
  if (!data) return <Waiting error={error} />;
  const { services, vehicles } = data;
  if (services.length + vehicles.length === 0) return <p className="muted">{t('charged.none')}</p>;
  const days = (from: string | null, to: string | null) =>
    joined(from && t('charged.since', { day: day(from) }), to && t('charged.until', { day: day(to) }));
  return (
    <div className="stack">
      {services.length > 0 && (
        <Card label={t('charged.services')}>
          {services.map(({ id, name, price, startDate, endDate, used, unitName }) => (
            <Row
              key={id}
              start={<IconSquare icon={Gauge} />}
              title={name}
              detail={<Cost price={perUnit(price, unitWord(unitName)) ?? ''} since={days(startDate, endDate)} />}
              end={
                used && (
                  <>
                    {number(used.quantity)} {unitWord(unitName, used.quantity)}
                    <small>{monthTitle(used.month)}</small>
                  </>
                )
              }
            />
          ))}
        </Card>
      )}
      {vehicles.length > 0 && (
        <Card label={t('charged.vehicles')}>
          {vehicles.map(({ id, plate, type, startDate, endDate, service }) => (
            <Row
              key={id}
              start={<IconSquare icon={CARS.includes(type) ? Car : Bike} />}
              title={plate ?? service?.name ?? t('charged.vehicle')}
              detail={
                <Cost
                  price={joined(service?.name ?? t('charged.free'), service?.price)}
                  since={days(startDate, endDate)}
                />
              }
            />
          ))}
        </Card>
      )}
    </div>
  );
}
