import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { checkPass } from '@lobby/shared/modules/visitor-pass.contract.ts';
import { PASSED_OVER, visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { request } from '../../../kit/http/api.ts';
import { type ApiError, toApiError } from '../../../kit/http/api-error.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextArea } from '../../../kit/ui/controls/TextArea.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { deskHere } from '../desk/choice.ts';

/** Response of a pass check. */
export type Checked = AnswerOf<typeof checkPass>;

const saidClass = styleClass({
  display: 'grid',
  gap: '2',
  // Readable from a step behind the desk.
  '& strong': { fontSize: '28px', lineHeight: '1.25' },
  '& strong[data-bad]': { color: 'fg.error' },
});

interface PassDialogProps {
  checked: Checked;
  onAgain: () => void;
  onClose: () => void;
}

/** Result of a pass check with the allowed action: check-in, check-out, or check-in by override with a reason. */
export function PassDialog({ checked, onAgain, onClose }: PassDialogProps) {
  const { t } = useTranslation(['visitor-pass', 'common']);
  const { dateTime } = useFormats();
  const mayAct = useCan(visitorPass.code, 'updateStatus');
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<ApiError | null>(null);
  const { decision, pass, unitCode, visitorId, next } = checked;
  const over = PASSED_OVER.includes(decision) || decision === 'WATCHED';
  const bad = next === null;
  async function step(act: 'in' | 'out', more: { override?: true; reason?: string } = {}) {
    try {
      await request('PUT', `${visitorPass.path}/${pass.id}/${act}`, {
        ...scopeNow(),
        body: { ...deskHere(), ...more },
      });
      onClose();
    } catch (failure) {
      setRefused(toApiError(failure));
    }
  }
  const letInAnyway = () => void step('in', { override: true, ...(reason.trim() && { reason: reason.trim() }) });
  return (
    <Dialog
      open
      title={t('check.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onAgain}>{t('check.again')}</Button>
          {mayAct && next && (
            <Button look="filled" onClick={() => void step(next)}>
              {t(`actions.${next}`)}
            </Button>
          )}
          {mayAct && over && <Button onClick={letInAnyway}>{t('check.letIn')}</Button>}
        </>
      }
    >
      <div className={saidClass()}>
        <strong data-bad={bad ? '' : undefined}>{t(`decisions.${decision}`)}</strong>
        <span>{[pass.name, unitCode, t(`options.subject.${pass.subject}`)].filter(Boolean).join(' · ')}</span>
        {decision === 'USED' && pass.lastUsedAt && (
          <span>{t('check.used', { time: dateTime(pass.lastUsedAt), desk: pass.lastDesk ?? '–' })}</span>
        )}
        {visitorId && (
          <Link to={`/projects/${scopeNow().projectId}/${visitor.route}?id=${visitorId}`}>{t('check.open')}</Link>
        )}
        {mayAct && over && (
          <Field label={t('check.reason')} required={decision !== 'WATCHED'}>
            <TextArea maxLength={300} value={reason} onChange={event => setReason(event.target.value)} />
          </Field>
        )}
        <Refused error={refused?.message} code={refused?.code} />
      </div>
    </Dialog>
  );
}
