import { device } from '@lobby/shared/modules/device.ts';
import { CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { Banner } from '../../kit/ui/states/Banner.tsx';

const MOST = 5;
const SOON_MS = 300;

/** Critical devices that are down, until they run again. */
export function CriticalDown() {
  const { t } = useTranslation(device.name);
  const { dateTime } = useFormats();
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const { data } = useRows(device, {
    filter: { down: { in: ['true'] }, critical: { in: ['true'] } },
    limit: MOST,
    follow: device.code,
    delay: SOON_MS,
  });
  return (data ?? []).map(({ id, name, downSince }) => (
    <Banner
      key={id}
      tone="bad"
      icon={CircleX}
      title={t('critical.down', { name, at: downSince ? dateTime(downSince) : '' })}
      action={{ label: t('critical.open'), onAct: () => navigate(`/projects/${idUnitGroup}/${device.opens}${id}`) }}
    />
  ));
}
