import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../controls/Button.tsx';

/** Button that reveals personal values, which creates an activity entry. */
export function RevealButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  const { t } = useTranslation('kit');
  return (
    <Button size="sm" icon={Eye} busy={busy} onClick={onClick}>
      {t('reveal.show')}
    </Button>
  );
}
