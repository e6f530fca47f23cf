import { type VisitorRow, visitor } from '@lobby/shared/modules/visitor.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/http/api.ts';
import { toApiError } from '../../kit/http/api-error.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { CameraDialog } from '../../kit/ui/camera/CameraDialog.tsx';

const CODE = /^\d{6}$/;

interface ScanDialogProps {
  onClose: () => void;
  /** The code of a pass that counts, or that nobody could be asked about now. */
  onPass: (passCode: string) => void;
}

/** Reads a guest's pass by the camera; one that is unknown or does not count now is said so, and the camera looks on. */
export function ScanDialog({ onClose, onPass }: ScanDialogProps) {
  const { t } = useTranslation(['visitor', 'errors']);
  const [wrong, setWrong] = useState('');
  async function check(text: string) {
    if (!CODE.test(text)) return setWrong(t('scan.notPass'));
    try {
      const asked = { ...scopeNow(), body: { passCode: text } };
      const { data } = await request<{ valid: boolean; visitor: VisitorRow }>(
        'POST',
        `${visitor.path}/check-pass`,
        asked,
      );
      if (data.valid) onPass(text);
      else setWrong(t('errors:PASS_NOT_VALID_NOW'));
    } catch (failure) {
      const { status, message } = toApiError(failure);
      // Without a network the day's list on this screen knows it.
      if (status === 0) onPass(text);
      else setWrong(message);
    }
  }
  return (
    <CameraDialog open title={t('scan.title')} description={t('scan.help')} onClose={onClose} onCode={check}>
      {wrong && <p role="alert">{wrong}</p>}
    </CameraDialog>
  );
}
