import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { ScanLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { ApiError } from '../../../kit/http/api.ts';
import { searchRefs } from '../../../kit/refs/refs.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { useAct } from '../../../kit/ui/actions/useAct.ts';
import { CameraDialog } from '../../../kit/ui/camera/CameraDialog.tsx';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Form } from '../../../kit/ui/controls/Form.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { styleClass } from '../../../theme/classes.ts';

const scanClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  w: 'full',
  '& > p': { w: 'full', m: '0', textStyle: 'sm', color: 'bad.fg' },
});

/** Scans a card by reader or camera: the first scan reserves it for the form, the second completes the form. */
export function ScanCard({ row }: { row: RecordOf<typeof cardRegistration> }) {
  const { t } = useTranslation(cardRegistration.name);
  const may = useCan(cardRegistration.code, 'updateStatus');
  const act = useAct(cardRegistration);
  const { type = '', status = '', target = '' } = row;
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState('');
  const [looking, setLooking] = useState(false);
  if (!may || !['NEW', 'REISSUE'].includes(type) || !['APPROVED', 'IN_PROGRESS'].includes(status)) return null;
  async function take(number: string): Promise<void> {
    const scanned = number.trim();
    if (!scanned) return;
    setWrong('');
    try {
      const cards = await searchRefs('card', scanned, { type: target });
      const card = cards.find(({ name }) => name.toLowerCase() === scanned.toLowerCase());
      if (!card) return setWrong(t('scan.unknown', { number: scanned }));
      setTyped('');
      setLooking(false);
      // First scan reserves, second hands out.
      await act(row, status === 'APPROVED' ? 'in-progress' : 'complete', { newCardId: card.id });
    } catch (error) {
      setWrong(error instanceof ApiError ? error.message : t('scan.failed'));
    }
  }
  return (
    <Form
      className={scanClass()}
      onSubmit={() => {
        void take(typed);
      }}
    >
      <TextInput
        aria-label={t('scan.label')}
        placeholder={t('scan.label')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <Button type="submit">{t(status === 'APPROVED' ? 'scan.keep' : 'scan.give')}</Button>
      <Button icon={ScanLine} onClick={() => setLooking(true)}>
        {t('scan.camera')}
      </Button>
      {wrong && <p role="alert">{wrong}</p>}
      {looking && (
        <CameraDialog
          open
          title={t('scan.label')}
          description={t('scan.help')}
          onClose={() => setLooking(false)}
          onCode={take}
        >
          {wrong && <p role="alert">{wrong}</p>}
        </CameraDialog>
      )}
    </Form>
  );
}
