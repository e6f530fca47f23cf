import { document, documentVersion } from '@lobby/shared/modules/document.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { outsideItself, treeRoute } from '../../kit/records/lists/tree.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { acts, completeDocument, keepVersion } from './filing.ts';
import { mayOpen } from './index.ts';
import { ofUnit } from './of-unit.ts';
import { versionRoutes } from './versions.ts';

export const documentModule = defineServerModule({
  name: 'document',
  routes: [treeRoute(folder, document, 'folderId'), ofUnit, ...versionRoutes],
  serves: [
    serves(folder, { check: outsideItself(folder, 'FOLDER_IN_ITSELF') }),
    serves(document, { check: completeDocument, changes: keepVersion, actions: acts }),
    serves(documentVersion),
  ],
  fileGuards: { [document.name]: mayOpen },
});
