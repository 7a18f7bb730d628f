import { dataScopeOf } from '#areas/rights/rights.server.ts';
import type { AreaServer, ProductParts } from '#kit/server/area.ts';
import { isLiveIn } from '#kit/server/catalogue/parts.ts';
import { addCatalogueRoutes } from '#kit/server/catalogue/routes.ts';
import { addTrashRoute } from '#kit/server/catalogue/trash.routes.ts';
import { addExportRoutes } from '#kit/server/export/routes.ts';
import { exportStep } from '#kit/server/export/step.ts';
import { type ExportKit, failExport } from '#kit/server/export/store.ts';
import { sweepExports } from '#kit/server/export/sweep.ts';
import { addFileRoute } from '#kit/server/files/route.ts';
import { sweepKeptAnswers } from '#kit/server/idempotency.ts';
import { giveUpImport, importStep, sweepImports } from '#kit/server/import/job.ts';
import { addImportRoutes } from '#kit/server/import/routes.ts';

export interface WithExports {
  masterKey: Buffer;
  /** Rows that one step of an export writes. */
  exportStepRows: number;
}
const exportKit = ({
  db,
  clock,
  kit,
  sealed,
  catalogues,
  jobs,
  masterKey,
  exportStepRows,
}: ProductParts & WithExports) =>
  ({
    db,
    clock,
    registry: kit.registry,
    dataScopeOf,
    sealed,
    parts: catalogues,
    jobs,
    masterKey,
    stepRows: exportStepRows,
  }) satisfies ExportKit;

/** What catalogues bring by themselves, in the shape of an area: their calls, imports, exports and files. */
export const catalogueCalls: AreaServer<WithExports> = {
  contract: { name: 'catalogues' },
  routes: (app, product) => {
    const { kit, catalogues, jobs } = product;
    addFileRoute(app, kit, isLiveIn(catalogues));
    for (const one of catalogues) {
      addCatalogueRoutes(app, kit, one);
      if (!one.definition.ownWrites) addImportRoutes(app, kit, one, jobs);
    }
    addExportRoutes(app, kit, exportKit(product));
    addTrashRoute(app, kit, catalogues);
  },
  jobs: (product) => ({
    import: {
      run: (db, payload, now) =>
        importStep(db, product.kit, product.catalogues, product.jobs, String(payload['batchId']), now),
      givenUp: (db, payload, now) => giveUpImport(db, String(payload['batchId']), now),
    },
    export: {
      run: (db, payload, now) => exportStep(db, exportKit(product), String(payload['exportId']), now),
      givenUp: (db, payload, now) =>
        failExport(db, String(payload['exportId']), 'It could not be made, though it was tried several times', now),
    },
  }),
  sweeps: ({ kit }) => [
    { name: 'answers kept for repetitions', order: 70, run: sweepKeptAnswers },
    { name: 'files nobody refers to', order: 80, run: () => kit.files.sweep() },
    { name: 'rows of old imports', order: 90, run: sweepImports },
    { name: 'exports', order: 100, run: sweepExports },
  ],
};
