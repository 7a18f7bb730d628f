import type { AreaServer, ProductParts } from '#kit/server/area.ts';
import { importGivenUp, importTask, sweepImports } from './road-import.job.ts';
import { addImportActs, addImportRoutes } from './road-import.routes.ts';
import { createReading, jobName } from './reading.ts';
import { uploadFiles } from './upload-files.ts';
import { addUploadRoutes } from './upload.routes.ts';

const filesOf = ({ dataDir }: Pick<ProductParts, 'dataDir'>) => uploadFiles(dataDir);

/** The part of the area's manifest that brings roads in from files. */
export const roadImports = {
  routes: (app, product) => {
    addImportRoutes(app, product);
    addImportActs(app, product);
    addUploadRoutes(app, product, filesOf(product));
  },
  jobs: (product) => ({
    [jobName]: {
      run: importTask(product, createReading(product, filesOf(product)), filesOf(product)),
      givenUp: importGivenUp(product),
    },
  }),
  sweeps: (product) => [
    { name: 'old road imports', order: 160, run: (db, now) => sweepImports(db, product, filesOf(product), now) },
  ],
} satisfies Partial<AreaServer>;
