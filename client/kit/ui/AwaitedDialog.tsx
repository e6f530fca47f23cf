import { chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Bone } from './Skeleton.tsx';

/** Stands for a dialog that is on its way: whoever asked for it sees that it comes. */
export function AwaitedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Dialog
      open
      title={t('state.loading')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('act.cancel')}</Button>}
    >
      <chakra.div aria-hidden display="grid" gap="4" py="2">
        {[72, 100, 56].map(width => (
          <Bone key={width} width={`${width}%`} />
        ))}
      </chakra.div>
    </Dialog>
  );
}
