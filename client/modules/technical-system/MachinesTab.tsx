import { TAKEN_OVER } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { Wrench } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { request } from '../../kit/http/api.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';

const MOST = 50;

interface Change {
  id: string;
  code: string;
  name: string;
  fields: string[];
}

/** Devices of a system; the care settings of the system can be applied to all of them. */
export function MachinesTab({ id }: { id: string }) {
  const { t } = useTranslation([technicalSystem.name, device.name]);
  const { idUnitGroup = '' } = useParams();
  const may = useCan(technicalSystem.code, 'write');
  const view = useRelatedRecords(device, 'systemId', id, MOST);
  const [changes, setChanges] = useState<Change[] | null>(null);
  const { busy, error, code, run } = useSubmit();
  const to = `/projects/${idUnitGroup}/technical-management?tabActiveKey=DEVICE&tab=all`;
  const apply = async (preview: boolean) => {
    const body = { fields: TAKEN_OVER, all: true, preview };
    const path = `${technicalSystem.path}/${id}/apply-care`;
    return (await request<Change[]>('PUT', path, { ...scopeNow(), body })).data;
  };
  const label = (name: string) => t(`device:fields.${name}`);
  return (
    <>
      {may && (
        <DetailBody>
          <Button icon={Wrench} busy={busy} onClick={() => void run(async () => setChanges(await apply(true)))}>
            {t('apply.button')}
          </Button>
          <Refused error={error} code={code} />
        </DetailBody>
      )}
      <RelatedRecords
        view={view}
        most={MOST}
        icon={Wrench}
        none={t('device:empty.title')}
        all={{ to: `${to}&systemId=${id}`, label: t('device:plural') }}
      >
        {rowId => <Machine key={rowId} id={rowId} to={`${to}&id=${rowId}`} />}
      </RelatedRecords>
      <ConfirmDialog
        open={changes !== null}
        title={t('apply.title')}
        description={
          changes?.length
            ? changes.map(change => (
                <span key={change.id} style={{ display: 'block' }}>
                  {change.code} · {change.name}: {change.fields.map(label).join(', ')}
                </span>
              ))
            : t('apply.none')
        }
        confirm={t('apply.button')}
        onConfirm={async () => {
          if (changes?.length) await apply(false);
          setChanges(null);
        }}
        onCancel={() => setChanges(null)}
      />
    </>
  );
}

function Machine({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation(device.name);
  const { name = '', code, status } = useHeldRow(device, id);
  return <Line to={to} title={`${code ?? ''} ${name}`} note={status && t(`statuses.${status}`)} />;
}
