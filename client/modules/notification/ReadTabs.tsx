import { chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/Button.tsx';

/** All, or what is unread alone. */
export function ReadTabs({ unread, onChange }: { unread: boolean; onChange: (unread: boolean) => void }) {
  const { t } = useTranslation('notification');
  return (
    <chakra.div role="group" aria-label={t('filters.label')} display="flex" gap="1">
      {[false, true].map(one => (
        <Button
          key={String(one)}
          size="sm"
          look={one === unread ? 'filled' : 'ghost'}
          aria-pressed={one === unread}
          onClick={() => onChange(one)}
        >
          {t(one ? 'tabs.unread' : 'tabs.all')}
        </Button>
      ))}
    </chakra.div>
  );
}
