import { atom, useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { store } from '../kit/base/store.ts';
import { unsent } from '../kit/offline/outbox.ts';
import { signOut } from '../kit/session/session.ts';
import { lazyPart } from '../kit/ui/lazy-part.tsx';

const ConfirmDialog = lazyPart(async () => (await import('../kit/ui/ConfirmDialog.tsx')).ConfirmDialog);

/** What a sign-out would lose; 0 where it is not asked about. */
const lossAtom = atom(0);

/** Signs out; asks first where something that was written is not sent yet: nothing of a person stays in the browser. */
export async function leave(): Promise<void> {
  const loss = await unsent();
  if (loss === 0) return signOut();
  store.set(lossAtom, loss);
}

/** Where `leave` asks. */
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
