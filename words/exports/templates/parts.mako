<%def name="frame(title, up='')">\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${up}style.css">
</head>
<body>
${caller.body()}\
</body>
</html>
</%def>\
<%def name="figures(shown, folder='')">\
% for each in shown:
<figure><img src="${folder}pictures/${each.name}" alt="${each.alt}" loading="lazy"></figure>
% endfor
</%def>\
<%def name="rows(head, lines)">\
<div class="table"><table>
<tr>\
% for cell in head:
<th scope="col">${cell}</th>\
% endfor
</tr>
% for line in lines:
<tr>\
% for cell in line:
<td>${'–' if cell is None else cell}</td>\
% endfor
</tr>
% endfor
</table></div>
</%def>\
