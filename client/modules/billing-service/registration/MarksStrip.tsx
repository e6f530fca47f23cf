import type { registrationMarks } from '@lobby/shared/modules/service-registration.contract.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { StatStrip } from '../../../kit/ui/figures/StatStrip.tsx';
import { usePhone } from '../../../kit/ui/layout/phone.ts';

const MARKS = ['noPeople', 'noUsage', 'noResident'] as const;

/** Registrations that need a look before a month is billed; each figure leads to them. */
export function MarksStrip() {
  const { t } = useTranslation('service-registration');
  const { number, day } = useFormats();
  const { idUnitGroup = '' } = useParams();
  const phone = usePhone();
  const { data } = useContract<typeof registrationMarks>('/service-registration/marks', {
    follow: serviceRegistration.code,
    delay: 3000,
  });
  const shown = MARKS.filter(name => (data?.[name].count ?? 0) > 0);
  // On phones the list needs the space.
  if (phone || !data || shown.length === 0) return null;
  return (
    <StatStrip
      label={t('marks.title')}
      stats={shown.map(key => ({
        key,
        label: t(`marks.${key}`),
        value: number(data[key].count),
        ...(key === 'noUsage' && data.month && { note: day(data.month) }),
        to: `/projects/${idUnitGroup}/${serviceRegistration.route}?tab=active&unitId=${data[key].unitIds.join(',')}`,
      }))}
    />
  );
}
