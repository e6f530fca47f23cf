import {
  defectsAgainst,
  missingIn,
  type SheetDraft,
  SIGNERS,
  type Signer,
  sayDefects,
} from '@lobby/shared/modules/handover-sheet.ts';
import { useAtomValue } from 'jotai';
import { Signature } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { meAtom } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { TextArea } from '../../../kit/ui/controls/TextArea.tsx';
import { SignaturePad } from '../../../kit/ui/form/inputs/SignaturePad.tsx';
import { ConfirmDialog } from '../../../kit/ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { hashOf, partOf, type SheetWork, type ShownSheet } from './sheet.ts';

const partClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  p: '4',
  '& h2': { textStyle: 'md', fontWeight: 'semibold', m: '0' },
  '& p, & ul': { m: '0' },
  '& li > button': { textDecoration: 'underline', minH: 'target' },
  '& [data-signs]': { display: 'grid', gap: '4', gridTemplateColumns: { base: '1fr', md: '1fr 1fr' } },
  '& [data-signs] > section': { display: 'flex', flexDirection: 'column', gap: '2' },
  '& footer': { display: 'flex', gap: '3', flexWrap: 'wrap' },
  '& [role=alert]': { color: 'bad.fg' },
});

/** Totals, missing entries, signatures, and acceptance or refusal. */
export function SummaryPart({ sheet, work, onJump }: SummaryPartProps) {
  const { t } = useTranslation(['handover-schedule', 'errors']);
  const [opinion, setOpinion] = useState<string | null>(null);
  const [refusing, setRefusing] = useState(false);
  const [accepting, setAccepting] = useState(false);
  const count = (result: string) => sheet.lines.filter(line => line.result === result).length;
  const { lines, meters, things } = missingIn(sheet as SheetDraft);
  const missing = [
    ...lines.map(({ key, name }) => ({ key, name, part: sheet.lines.find(line => line.key === key)?.room ?? '' })),
    ...[...meters, ...things].map(item => ({ ...item, part: 'handed' })),
    ...(sheet.presentName ? [] : [{ key: 'present', name: t('fields.presentName'), part: 'handed' }]),
    ...(sheet.identityChecked ? [] : [{ key: 'identity', name: t('fields.identityChecked'), part: 'handed' }]),
  ];
  const fails = sheet.lines.filter(({ result }) => result === 'FAIL');
  const { open, blocking } = defectsAgainst(sheet, sheet.earlier?.promises ?? []);
  const refusal =
    blocking.length > 0
      ? t('errors:HANDOVER_BLOCKING', { names: sayDefects(blocking) })
      : sheet.defectsAllowed === false && open.length > 0
        ? t('errors:HANDOVER_NOT_ALLOWED', { names: sayDefects(open) })
        : null;
  return (
    <div className={partClass()}>
      <p>{t('sheet.count', { pass: count('PASS'), fail: fails.length, na: count('NA') })}</p>
      {fails.length > 0 && (
        <ul>
          {fails.map(({ key, room, item, note, blocking }) => (
            <li key={key}>
              {room} · {item}
              {note && `: ${note}`}
              {blocking && ` (${t('sheet.blocking')})`}
            </li>
          ))}
        </ul>
      )}
      <section>
        <h2>{t('sheet.missing')}</h2>
        {missing.length === 0 ? (
          <p>{t('sheet.nothingMissing')}</p>
        ) : (
          <ul>
            {missing.map(({ key, name, part }) => (
              <li key={key}>
                <button type="button" onClick={() => onJump(part)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <Field label={t('fields.opinion')}>
        <TextArea
          rows={3}
          maxLength={2000}
          value={opinion ?? sheet.opinion ?? ''}
          onChange={event => setOpinion(event.target.value)}
          onBlur={() => {
            if (opinion !== null && opinion.trim() !== (sheet.opinion ?? ''))
              work.write([partOf('opinion', opinion.trim() || null)]);
            setOpinion(null);
          }}
        />
      </Field>
      {/* No signatures while the handover would be refused. */}
      {refusal && <p role="alert">{refusal}</p>}
      <div data-signs="">
        {SIGNERS.map(signer => (
          <Signs key={signer} signer={signer} sheet={sheet} work={work} />
        ))}
      </div>
      <footer>
        {!refusal && (
          <Button look="filled" size="lg" disabled={missing.length > 0} onClick={() => setAccepting(true)}>
            {t('sheet.accept')}
          </Button>
        )}
        <Button size="lg" tone="bad" look={refusal ? 'filled' : 'outline'} onClick={() => setRefusing(true)}>
          {t('sheet.refuse')}
        </Button>
      </footer>
      <ConfirmDialog
        open={accepting}
        title={t('sheet.acceptSure', { unit: sheet.unit })}
        description={t('sheet.acceptText', { count: open.length })}
        confirm={t('sheet.accept')}
        onConfirm={() => {
          work.end('accept', {});
          setAccepting(false);
        }}
        onCancel={() => setAccepting(false)}
      />
      <ConfirmDialog
        open={refusing}
        title={t('sheet.refuse')}
        confirm={t('sheet.refuse')}
        tone="bad"
        reason={{ label: t('sheet.refuseWhy') }}
        onConfirm={reason => {
          work.end('not-accept', { reason });
          setRefusing(false);
        }}
        onCancel={() => setRefusing(false)}
      />
    </div>
  );
}
interface SummaryPartProps {
  sheet: ShownSheet;
  work: SheetWork;
  onJump: (part: string) => void;
}

/** Signature of the current content; later changes invalidate it. */
function Signs({ signer, sheet, work }: { signer: Signer; sheet: ShownSheet; work: SheetWork }) {
  const { t } = useTranslation(['handover-schedule', 'kit']);
  const [signing, setSigning] = useState(false);
  const [drawn, setDrawn] = useState<File | null>(null);
  const [stands, setStands] = useState(true);
  const held = sheet.signatures[signer];
  const who = t(`sheet.sign.${signer}`);
  const { dateTime } = useFormats();
  const me = useAtomValue(meAtom);
  const hand = signer === 'owner' ? (sheet.presentName ?? sheet.owner) : (me?.user.name ?? null);
  useEffect(() => {
    let gone = false;
    void hashOf(sheet).then(hash => !gone && setStands(held?.hash === hash));
    return () => {
      gone = true;
    };
  }, [sheet, held]);
  const close = () => {
    setSigning(false);
    setDrawn(null);
  };
  const sign = async (file: File) => {
    const hash = await hashOf(sheet);
    work.write([partOf(`signatures.${signer}`, { file: '$file', hash, name: hand })], file);
    close();
  };
  return (
    <section>
      <h2>{who}</h2>
      {held && !stands && <p role="alert">{t('sheet.void')}</p>}
      <p>
        {held && stands && <>{[t('sheet.signed'), held.name, dateTime(held.at)].filter(Boolean).join(' · ')} </>}
        <Button
          size={held && stands ? 'sm' : 'lg'}
          look={held && stands ? 'ghost' : 'outline'}
          icon={Signature}
          onClick={() => setSigning(true)}
        >
          {t(held ? 'sheet.signAgain' : 'sheet.signNow')}
        </Button>
      </p>
      <Dialog
        open={signing}
        wide
        title={who}
        description={hand ?? undefined}
        onClose={close}
        footer={
          <>
            <LeaveButton onClick={close} />
            <Button look="filled" disabled={!drawn} onClick={() => drawn && void sign(drawn)}>
              {t('sheet.signNow')}
            </Button>
          </>
        }
      >
        <SignaturePad tall label={who} onDrawn={setDrawn} />
      </Dialog>
    </section>
  );
}
