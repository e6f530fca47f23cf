import { atom, useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { store } from '../../kit/base/store.ts';
import { unsent } from '../../kit/offline/outbox.ts';
import { signOut } from '../../kit/session/session.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';

const ConfirmDialog = lazyPart(async () => (await import('../../kit/ui/overlay/ConfirmDialog.tsx')).ConfirmDialog);

/** Number of unsent items that a sign-out would discard; 0 while not asking. */
const lossAtom = atom(0);

/** Signs out; asks first if unsent items would be lost, because no personal data stay in the browser. */
export async function leave(): Promise<void> {
  const loss = await unsent();
  if (loss === 0) return signOut();
  store.set(lossAtom, loss);
}

/** The question of `leave`. */
export function SignOut() {
  const [loss, setLoss] = useAtom(lossAtom);
  return loss > 0 && <Question loss={loss} onClose={() => setLoss(0)} />;
}

function Question({ loss, onClose }: { loss: number; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <ConfirmDialog
      open
      tone="bad"
      title={t('signOut.title')}
      description={t('signOut.text', { count: loss })}
      confirm={t('person.signOut')}
      onConfirm={() => {
        onClose();
        return signOut();
      }}
      onCancel={onClose}
    />
  );
}
