import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';

/** Shows what is personal in a record, on purpose: an entry of its activity. */
export function RevealButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  const { t } = useTranslation('kit');
  return (
    <Button size="sm" icon={Eye} busy={busy} onClick={onClick}>
      {t('reveal.show')}
    </Button>
  );
}
