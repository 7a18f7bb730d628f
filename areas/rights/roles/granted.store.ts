/*
 * What a role grants, as fragments of SQL: the only place that puts roles and their permissions together. A role is an alias
 * over the view rights_role, or the table behind it.
 */

const permissionsJoin = (role: string, permission: string) =>
  `left join permission ${permission} on ${permission}.module_id = m.id and ${permission}.role_id = ${role}.id`;

/** SQL: what a role may do in module `m`, whose permission is joined as the second alias. Null: nothing. */
export const actionsSql = (role: string, permission = 'p'): string =>
  `case when ${role}.all_rights then m.actions else ${permission}.actions end`;

/** SQL: every module as `m`, active or not, with the permission of a role beside it. */
export const modulesOf = (role: string): string => `module m ${permissionsJoin(role, 'p')}`;

/** SQL: what a role grants in modules that are active, as JSON: actions by module key. Null: nothing at all. */
export const grantsSql = (role: string): string =>
  `(select json_object_agg(m.key, ${actionsSql(role)} order by m.key) from ${modulesOf(role)}
     where m.status = 1 and (${role}.all_rights or p.actions is not null))`;

/** SQL condition: a role grants an action in a module that is active. @param module, action texts in SQL */
export const isGrantedSql = (role: string, module: string, action: string): string =>
  `exists (select 1 from ${modulesOf(role)} where m.key = ${module} and m.status = 1 and ${action} = any (${actionsSql(role)}))`;

/** Like isGrantedSql, whether or not the module is active: whom a message is for does not hang on the menu. */
export const isHeldSql = (role: string, module: string, action: string): string =>
  `exists (select 1 from ${modulesOf(role)} where m.key = ${module} and ${action} = any (p.actions))`;
