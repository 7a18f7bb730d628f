-- Numbers are found without what stands between their groups: hd261100010 is HD-2611-00010.
create index challan_challan_no_bare on challan (lower(translate(challan_no, ' -/.', '')));
create index help_desk_ticket_no_bare on help_desk (lower(translate(ticket_no, ' -/.', '')));
create index incident_incident_no_bare on incident (lower(translate(incident_no, ' -/.', '')));
create index app_user_policy_policy_no_bare on app_user_policy (lower(translate(policy_no, ' -/.', '')));
create index policy_claim_claim_no_bare on policy_claim (lower(translate(claim_no, ' -/.', '')));
