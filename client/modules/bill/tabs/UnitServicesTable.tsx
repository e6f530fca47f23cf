import { perUnit } from '@lobby/shared/billing/per-unit.ts';
import type { unitServices } from '@lobby/shared/modules/service-registration.contract.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';

interface Line {
  key: string;
  what: string;
  since: string | null;
  until: string | null;
  price: string | null;
  used: string | null;
}

/** Services and vehicles of a unit with current prices. */
export function UnitServicesTable({ id }: { id: string }) {
  const { t } = useTranslation(['bill', 'vehicle']);
  const { day, number } = useFormats();
  const { data } = useContract<typeof unitServices>('/service-registration/units/:unitId', {
    params: { unitId: id },
    follow: serviceRegistration.code,
    delay: 1500,
  });
  if (!data || data.services.length + data.vehicles.length === 0) return null;
  const lines: Line[] = [
    ...data.services.map(({ id: key, name, startDate, endDate, price, used, unitName }) => ({
      key,
      what: name,
      since: startDate,
      until: endDate,
      price: perUnit(price, unitName),
      used: used && `${number(used.quantity)} ${unitName ?? ''} · ${day(used.month)}`,
    })),
    ...data.vehicles.map(({ id: key, plate, type, startDate, endDate, service }) => ({
      key,
      what: [service?.name ?? t('ofUnit.uncharged'), plate ?? t(`vehicle:options.type.${type}`)].join(' · '),
      since: startDate,
      until: endDate,
      price: service?.price ?? null,
      used: null,
    })),
  ];
  return (
    <FigureTable<Line>
      label={t('ofUnit.title')}
      rows={lines}
      keyOf={({ key }) => key}
      columns={[
        { key: 'what', label: t('ofUnit.title'), cell: ({ what }) => what },
        {
          key: 'since',
          label: t('ofUnit.since'),
          cell: ({ since, until }) => [since && day(since), until && `→ ${day(until)}`].filter(Boolean).join(' '),
        },
        { key: 'price', label: t('ofUnit.price'), figure: true, cell: ({ price }) => price ?? '–' },
        { key: 'used', label: t('ofUnit.used'), figure: true, cell: ({ used }) => used ?? '–' },
      ]}
    />
  );
}
