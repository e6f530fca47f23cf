import { useTranslation } from 'react-i18next';
import { Segment } from '../../kit/ui/controls/Segment.tsx';

const TABS = ['all', 'unread'] as const;

/** Switch between all and unread notifications. */
export function ReadTabs({ unread, onChange }: { unread: boolean; onChange: (unread: boolean) => void }) {
  const { t } = useTranslation('notification');
  return (
    <Segment
      label={t('filters.label')}
      choices={TABS.map(value => ({ value, label: t(`tabs.${value}`) }))}
      value={unread ? 'unread' : 'all'}
      onChange={value => onChange(value === 'unread')}
    />
  );
}
