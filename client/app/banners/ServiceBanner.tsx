import { CalendarX2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { isExpired, type Project } from '../../kit/session/project.ts';
import { Banner } from '../../kit/ui/states/Banner.tsx';

/** Shows that the subscription has ended and the project is read-only (domain.md 19). */
export function ServiceBanner({ project }: { project: Project | null }) {
  const { t } = useTranslation('installation');
  const { day } = useFormats();
  if (!project?.serviceEndsOn || !isExpired(project)) return null;
  return (
    <Banner tone="bad" icon={CalendarX2} title={t('expired.title', { day: day(project.serviceEndsOn) })}>
      {t('expired.text')}
    </Banner>
  );
}
