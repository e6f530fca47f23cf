import { chakra } from '@chakra-ui/react';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { ApiError } from '../../../kit/http/api.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { ToggleChip } from '../../../kit/ui/marks/Chip.tsx';
import { Differences } from './Differences.tsx';
import {
  type Difference,
  type Draft,
  declaredOf,
  differences,
  GROUPS,
  isOn,
  mergeGrants,
  toggleFlag,
} from './grants.ts';
import { Matrix } from './Matrix.tsx';
import { ModuleList } from './ModuleList.tsx';
import type { Rights, useRights } from './useRights.ts';

const NONE: ReadonlyMap<string, Difference> = new Map();

interface OpenedProps {
  rights: Rights;
  draft: Draft;
  locked: boolean;
  onDraft: (draft: Draft) => void;
  onSave: ReturnType<typeof useRights>['save'];
}

/** Matrix or list with search and filters, and the unsaved changes. */
export function Opened({ rights, draft, locked, onDraft, onSave }: OpenedProps) {
  const { t } = useTranslation(['authorization', 'modules']);
  const phone = usePhone();
  const [typed, setTyped] = useState('');
  const [granted, setGranted] = useState(false);
  const [highlight, setHighlight] = useState(true);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ApiError['fields']>({});
  const { permissions } = rights;
  const changes = useMemo(() => differences(permissions, draft), [permissions, draft]);
  const changed = useMemo(() => new Map(changes.map(change => [change.key, change])), [changes]);
  const words = fold(typed);
  const shown = (code: string) =>
    fold(t(`modules:${code}`)).includes(words) &&
    (!granted || declaredOf(code).some(flag => isOn(permissions, draft, code, flag)));
  const groups = GROUPS.map(group => ({ ...group, codes: group.codes.filter(shown) })).filter(
    group => group.codes.length > 0,
  );
  const save = async () => {
    setBusy(true);
    setRefused({});
    try {
      if ((await onSave(mergeGrants(permissions, draft))) === 'stale') return;
      onDraft({});
      toast({ tone: 'done', title: t('saved') });
    } catch (error) {
      if (error instanceof ApiError) setRefused(error.fields);
      void toastRefusal(error, { title: t('saveFailed') });
    } finally {
      setBusy(false);
    }
  };
  const Grid = phone ? ModuleList : Matrix;
  return (
    <chakra.div
      display="flex"
      flexDirection={{ base: 'column', md: 'row' }}
      flex={{ base: '1 0 auto', md: '1' }}
      minH={{ base: 'auto', md: '0' }}
      minW="0"
    >
      <chakra.div
        display="flex"
        flexDirection="column"
        flex={{ base: '1 0 auto', md: '1' }}
        minH={{ base: 'auto', md: '0' }}
        minW="0"
      >
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" flex="none" px="4" py="2">
          <chakra.div w={{ base: 'full', md: '240px' }}>
            <TextInput
              place="bar"
              icon={Search}
              value={typed}
              aria-label={t('find')}
              placeholder={t('find')}
              onChange={event => setTyped(event.target.value)}
            />
          </chakra.div>
          <ToggleChip pressed={granted} onClick={() => setGranted(!granted)}>
            {t('onlyGranted')}
          </ToggleChip>
          <ToggleChip pressed={highlight} onClick={() => setHighlight(!highlight)}>
            {t('highlight')}
          </ToggleChip>
        </chakra.div>
        <Grid
          label={t('title')}
          groups={groups}
          on={(code, flag) => isOn(permissions, draft, code, flag)}
          changed={highlight ? changed : NONE}
          locked={locked}
          onToggle={(code, flag) => onDraft(toggleFlag(permissions, draft, code, flag))}
        />
      </chakra.div>
      {!(phone && changes.length === 0) && !locked && (
        <Differences
          differences={changes}
          refused={refused}
          holders={rights.holders}
          busy={busy}
          onUndo={({ code, flag }) => onDraft(toggleFlag(permissions, draft, code, flag))}
          onDiscard={() => onDraft({})}
          onSave={() => void save()}
        />
      )}
    </chakra.div>
  );
}
