import { tariff } from '@lobby/shared/modules/tariff.ts';
import { formula, surcharge, tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { tariffsJob } from './current-price.ts';
import { previewRoute } from './preview.ts';
import { tariffBehaviour, tariffRoutesOfOwn } from './tariffs.ts';
import { templateRoutes } from './templates.ts';
import { versionBehaviour } from './versions.ts';

export const tariffModule = defineServerModule({
  name: 'tariff',
  routes: [...tariffRoutesOfOwn, previewRoute, ...templateRoutes],
  serves: [
    serves(tariff, tariffBehaviour),
    serves(tariffVersion, versionBehaviour),
    serves(formula),
    serves(surcharge),
  ],
  jobs: [tariffsJob],
});
