import { formatNumber, textOf, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { faultCodes } from '../fault.contract.ts';
import type { OneRoadImport } from '../road-import.contract.ts';
import { useFaults } from './imports.queries.ts';
import styles from './road-imports.module.css';

const keys = Object.fromEntries(faultCodes.map((code) => [code, `roadImport.faults.${code}` as const]));

/** What is wrong with the features of a file, with the place of each. */
export function Faults({ one }: { one: OneRoadImport }) {
  const t = useT();
  const address = useListAddress(['code']);
  const found = useFaults(one.id, { ...address.filters, ...address.rows });
  const wordsOf = (code: string) => textOf(keys, code);
  return (
    <section className={styles.faults} aria-labelledby="faults">
      <div className="row wrap">
        <h2 className="h2 grow" id="faults">
          {t('roadImport.faultsTitle')}
        </h2>
        <SelectField
          label={t('roadImport.faultType')}
          options={Object.entries(one.faults).map(([code, count]) => ({
            value: code,
            label: `${wordsOf(code)} (${formatNumber(count)})`,
          }))}
          {...address.field('code')}
        />
      </div>
      <ListSheet
        label={t('roadImport.faultsTitle')}
        found={found}
        address={address}
        empty={{ icon: null, title: t('catalogue.noMatch'), text: '' }}
      >
        {(rows) => (
          <ListTable
            label={t('roadImport.faultsTitle')}
            rows={rows}
            keyOf={(fault) => `${fault.code} ${fault.no} ${fault.feature} ${fault.detail}`}
            columns={[
              { key: 'code', head: t('roadImport.fault'), render: ({ code }) => wordsOf(code) },
              {
                key: 'feature',
                head: t('roadImport.feature'),
                render: ({ feature }) => (feature === null ? <span className="t3">–</span> : <Code>{feature}</Code>),
              },
              {
                key: 'line',
                head: t('roadImport.place'),
                render: ({ no, line }) =>
                  line !== null
                    ? t('roadImport.line', { line: formatNumber(line) })
                    : no !== null
                      ? t('roadImport.number', { no: formatNumber(no) })
                      : '–',
              },
              {
                key: 'detail',
                head: t('roadImport.detail'),
                className: 't2',
                render: ({ detail }) => <bdi>{detail ?? '–'}</bdi>,
              },
            ]}
          />
        )}
      </ListSheet>
    </section>
  );
}
