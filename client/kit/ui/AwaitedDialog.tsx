import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Bone } from './Skeleton.tsx';

/** Stands for a dialog that is on its way, so that whoever asked for it sees that it comes. */
export function AwaitedDialog({ title, onClose }: { title: ReactNode; onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Dialog open title={title} onClose={onClose} footer={<Button onClick={onClose}>{t('act.cancel')}</Button>}>
      <chakra.div role="status" aria-label={t('state.loading')} display="grid" gap="4" py="2">
        {[72, 100, 56].map(width => (
          <Bone key={width} width={`${width}%`} />
        ))}
      </chakra.div>
    </Dialog>
  );
}
