<%namespace name="parts" file="parts.mako"/>\
<%parts:frame title="${title}">\
<h1>${title}</h1>
<p class="small">${about}</p>
% if rows:
<h2>Standings</h2>
${parts.rows(head, rows)}\
% endif
${parts.figures(pictures)}\
% for race in races:
<h2>${race["title"]}</h2>
<p class="small">${race["about"]} · <a href="${race["folder"]}/index.html">The whole race</a></p>
% if race["result"]:
${parts.rows(("Place", "Chariot", "Driver"), race["result"])}\
% endif
${parts.figures(race["pictures"], race["folder"] + "/")}\
% endfor
% for issue, letters in issues:
<h2>Letters of issue ${issue}</h2>
% for letter in letters:
<p><strong>${letter.name}</strong></p>
<blockquote>
% for line in letter.text.split("\n"):
<p>${line}</p>
% endfor
</blockquote>
% endfor
% endfor
% if story:
<h2>The season</h2>
% for phase in story:
<section class="phase">
% for line in phase:
${line}
% endfor
</section>
% endfor
% endif
</%parts:frame>\
